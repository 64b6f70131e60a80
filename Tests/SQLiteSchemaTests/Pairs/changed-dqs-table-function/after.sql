CREATE TABLE t(a TEXT);
CREATE VIEW v AS SELECT 'value' AS b FROM t, json_each(a);
