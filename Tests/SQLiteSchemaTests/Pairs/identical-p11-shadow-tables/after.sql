CREATE VIRTUAL TABLE ft USING fts5(a);
INSERT INTO ft(a) VALUES('one'), ('two');
INSERT INTO ft(ft) VALUES('optimize');
