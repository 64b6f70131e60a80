CREATE VIRTUAL TABLE ft USING fts5(a, b, prefix='2 3');
