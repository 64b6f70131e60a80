CREATE TABLE f_content(docid INTEGER PRIMARY KEY, a TEXT, b INT);
CREATE VIRTUAL TABLE f USING fts4(a, content='f_content');
