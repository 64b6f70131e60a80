CREATE TABLE t(a TEXT DEFAULT (datetime('now')), b INT DEFAULT (abs(-2)));
