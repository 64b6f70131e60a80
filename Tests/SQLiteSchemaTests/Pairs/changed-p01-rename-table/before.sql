CREATE TABLE users(id INTEGER PRIMARY KEY, name TEXT);
CREATE INDEX by_name ON users(name);
