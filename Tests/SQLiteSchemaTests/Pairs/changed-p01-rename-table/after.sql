CREATE TABLE people(id INTEGER PRIMARY KEY, name TEXT);
CREATE INDEX by_name ON people(name DESC);
ALTER TABLE people RENAME TO users;
