CREATE VIRTUAL TABLE ft USING fts5(title, body);
