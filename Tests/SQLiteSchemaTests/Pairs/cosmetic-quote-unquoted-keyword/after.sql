CREATE TABLE t(key TEXT, action TEXT);
CREATE INDEX i ON t(key);
