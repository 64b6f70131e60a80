-- A function in a copy replaces each text by another.
--- before
CREATE TABLE file (id INTEGER PRIMARY KEY, path TEXT NOT NULL, size INTEGER NOT NULL);
--- bug: SL318
CREATE TABLE file_new (id INTEGER PRIMARY KEY, path TEXT NOT NULL, size INTEGER NOT NULL, owner TEXT);
INSERT INTO file_new (id, path, size) SELECT id, lower(path), size FROM file;
DROP TABLE file;
ALTER TABLE file_new RENAME TO file;
--- fixed
CREATE TABLE file_new (id INTEGER PRIMARY KEY, path TEXT NOT NULL, size INTEGER NOT NULL, owner TEXT);
INSERT INTO file_new (id, path, size) SELECT id, path, size FROM file;
DROP TABLE file;
ALTER TABLE file_new RENAME TO file;
