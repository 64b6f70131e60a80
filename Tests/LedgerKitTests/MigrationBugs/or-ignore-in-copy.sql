-- INSERT OR IGNORE passes over what the new table does not take, and says nothing.
--- before
CREATE TABLE label (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
--- bug: SL304 label
CREATE TABLE label_new (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
INSERT OR IGNORE INTO label_new (id, text) SELECT id, text FROM label;
DROP TABLE label;
ALTER TABLE label_new RENAME TO label;
--- fixed
CREATE TABLE label_new (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
INSERT INTO label_new (id, text) SELECT id, text FROM label;
DROP TABLE label;
ALTER TABLE label_new RENAME TO label;
