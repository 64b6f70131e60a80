CREATE TABLE ft_content(id INTEGER PRIMARY KEY, a TEXT);
CREATE VIRTUAL TABLE ft USING fts5(a, content='ft_content', content_rowid='id');
