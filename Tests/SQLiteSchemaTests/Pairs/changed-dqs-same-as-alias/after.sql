CREATE TABLE t(a TEXT);
CREATE VIEW v AS SELECT "open" AS label, count(*) AS open FROM t;
