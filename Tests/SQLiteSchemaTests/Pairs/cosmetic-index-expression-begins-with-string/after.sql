CREATE TABLE t(a TEXT);
CREATE INDEX i ON t(('x') || "a");
