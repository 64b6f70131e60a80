CREATE TABLE t(a TEXT);
CREATE VIEW v AS SELECT "Open" AS label, count(*) AS open FROM t;
