CREATE TABLE t(a INT, b INT);
CREATE INDEX i ON t(a -- was: (a)
, b);
