CREATE TABLE t(a TEXT, b INT, j TEXT);
CREATE INDEX i ON t(a) where (b between 1 and 2) and (a like '5\%%' escape '\');
