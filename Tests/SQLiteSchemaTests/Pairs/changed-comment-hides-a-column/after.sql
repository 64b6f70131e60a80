CREATE TABLE t(a INT, -- c REAL,
 c REAL, b TEXT /*, d BLOB */);
