CREATE TABLE t(a INT, b INT);
CREATE VIEW v AS SELECT a FROM t WHERE ((a = 1) OR ((b = 2) AND (a = 3)));
