CREATE TABLE t(a INT, b TEXT, c REAL);
CREATE TABLE u(a INT, d TEXT);
CREATE VIEW v AS SELECT e.value AS x FROM t, json_each(t.b) AS e;
