-- The new table takes the place of the old one, and nobody has copied the rows.
--- before
CREATE TABLE bookmark (id INTEGER PRIMARY KEY, url TEXT NOT NULL);
--- bug: SL304 bookmark
CREATE TABLE bookmark_new (id INTEGER PRIMARY KEY, url TEXT NOT NULL, title TEXT);
DROP TABLE bookmark;
ALTER TABLE bookmark_new RENAME TO bookmark;
--- fixed
CREATE TABLE bookmark_new (id INTEGER PRIMARY KEY, url TEXT NOT NULL, title TEXT);
INSERT INTO bookmark_new (id, url) SELECT id, url FROM bookmark;
DROP TABLE bookmark;
ALTER TABLE bookmark_new RENAME TO bookmark;
