-- The key is not copied: rows are numbered anew, and what refers to them finds others.
--- before
CREATE TABLE album (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE track (id INTEGER PRIMARY KEY, album_id INTEGER NOT NULL REFERENCES album (id), title TEXT NOT NULL);
CREATE INDEX track_album ON track (album_id);
--- bug: SL305|SL304 album
PRAGMA foreign_keys = OFF;
BEGIN;
CREATE TABLE album_new (id INTEGER PRIMARY KEY, name TEXT NOT NULL, year INTEGER);
INSERT INTO album_new (name) SELECT name FROM album ORDER BY name;
DROP TABLE album;
ALTER TABLE album_new RENAME TO album;
COMMIT;
PRAGMA foreign_keys = ON;
--- fixed
PRAGMA foreign_keys = OFF;
BEGIN;
CREATE TABLE album_new (id INTEGER PRIMARY KEY, name TEXT NOT NULL, year INTEGER);
INSERT INTO album_new (id, name) SELECT id, name FROM album ORDER BY name;
DROP TABLE album;
ALTER TABLE album_new RENAME TO album;
COMMIT;
PRAGMA foreign_keys = ON;
