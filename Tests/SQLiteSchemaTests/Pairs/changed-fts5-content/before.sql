CREATE TABLE doc(id INTEGER PRIMARY KEY, a TEXT);
CREATE VIRTUAL TABLE ft USING fts5(a, content='doc', content_rowid='id');
