CREATE TABLE users(name TEXT, k INT);
CREATE INDEX i ON Users(k);
