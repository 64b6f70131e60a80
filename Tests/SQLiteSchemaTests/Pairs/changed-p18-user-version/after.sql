PRAGMA user_version = 7;
CREATE TABLE t(a TEXT DEFAULT 'user_version = 8');
