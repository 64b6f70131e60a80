CREATE VIRTUAL TABLE ft USING fts5(a, tokenize='porter');
