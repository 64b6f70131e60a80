CREATE TABLE t(a INT, b TEXT, c REAL);
CREATE TABLE u(a INT, d TEXT);
CREATE VIEW v AS SELECT a FROM t WHERE (b is not
 distinct from c);
