CREATE TABLE t(id INTEGER PRIMARY KEY, ordinal INT, CHECK(ordinal > 0));
CREATE INDEX i ON t(ordinal);
CREATE VIEW v AS SELECT t.ordinal FROM t;
