CREATE TABLE t(a INT);
PRAGMA user_version = 0;
CREATE TABLE filler(b BLOB);
INSERT INTO filler VALUES(zeroblob(50000));
DROP TABLE filler;
VACUUM;
