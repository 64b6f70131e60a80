CREATE TABLE t(a TEXT, done TEXT);
CREATE INDEX i ON t(a) WHERE a = "done";
