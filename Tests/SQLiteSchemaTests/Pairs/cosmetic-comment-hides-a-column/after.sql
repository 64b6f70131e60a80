CREATE TABLE t(a INT, -- c REAL,
 b TEXT /*, d BLOB */);
