CREATE TABLE t(a TEXT default 'A');
