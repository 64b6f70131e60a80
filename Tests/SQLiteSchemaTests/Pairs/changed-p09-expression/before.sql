CREATE TABLE t(a TEXT, b INT, j TEXT);
CREATE INDEX i ON t(lower(a), b);
