CREATE TABLE t(a TEXT DEFAULT 'length(a)');
