CREATE TABLE t(a TEXT DEFAULT 'x''; -- '' /*');
