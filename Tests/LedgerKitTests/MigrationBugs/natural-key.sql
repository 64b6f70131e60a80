-- A name becomes the primary key, and two rows have the same one.
--- before
CREATE TABLE station (id INTEGER PRIMARY KEY, name TEXT NOT NULL, line TEXT);
--- bug: SL301
CREATE TABLE station_new (name TEXT NOT NULL PRIMARY KEY, line TEXT) WITHOUT ROWID;
INSERT INTO station_new (name, line) SELECT name, line FROM station;
DROP TABLE station;
ALTER TABLE station_new RENAME TO station;
--- fixed
CREATE TABLE station_new (id INTEGER PRIMARY KEY, name TEXT NOT NULL, line TEXT);
INSERT INTO station_new (id, name, line) SELECT id, name, line FROM station;
DROP TABLE station;
ALTER TABLE station_new RENAME TO station;
