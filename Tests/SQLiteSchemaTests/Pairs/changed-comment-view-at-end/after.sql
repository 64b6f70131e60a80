CREATE TABLE t(a INT);
CREATE VIEW v AS SELECT a FROM t -- all of them
WHERE a > 0;
