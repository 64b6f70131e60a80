CREATE TABLE t(a INT, b TEXT, c REAL);
CREATE TABLE u(a INT, d TEXT);
CREATE VIEW v AS SELECT a FROM t WHERE (not exists(select 1 from u where (u.a = t.a)));
