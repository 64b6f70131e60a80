CREATE TABLE f_content(docid INTEGER PRIMARY KEY, a TEXT);
CREATE VIRTUAL TABLE f USING fts4(a, content='f_content');
