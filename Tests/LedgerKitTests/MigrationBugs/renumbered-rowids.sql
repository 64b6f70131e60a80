-- P29. Rows without an INTEGER PRIMARY KEY are numbered anew, and the full-text index points at others.
--- before
CREATE TABLE page (slug TEXT NOT NULL PRIMARY KEY, body TEXT NOT NULL);
CREATE VIRTUAL TABLE page_search USING fts5 (body, content = 'page');
CREATE TRIGGER page_added AFTER INSERT ON page BEGIN
  INSERT INTO page_search (rowid, body) VALUES (new.rowid, new.body);
END;
--- bug: SL415
CREATE TABLE page_new (slug TEXT NOT NULL PRIMARY KEY, body TEXT NOT NULL, author TEXT);
INSERT INTO page_new (slug, body) SELECT slug, body FROM page ORDER BY slug;
DROP TABLE page;
ALTER TABLE page_new RENAME TO page;
CREATE TRIGGER page_added AFTER INSERT ON page BEGIN
  INSERT INTO page_search (rowid, body) VALUES (new.rowid, new.body);
END;
--- fixed
CREATE TABLE page_new (slug TEXT NOT NULL PRIMARY KEY, body TEXT NOT NULL, author TEXT);
INSERT INTO page_new (rowid, slug, body) SELECT rowid, slug, body FROM page ORDER BY slug;
DROP TABLE page;
ALTER TABLE page_new RENAME TO page;
CREATE TRIGGER page_added AFTER INSERT ON page BEGIN
  INSERT INTO page_search (rowid, body) VALUES (new.rowid, new.body);
END;
