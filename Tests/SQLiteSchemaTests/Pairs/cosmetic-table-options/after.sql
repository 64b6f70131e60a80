CREATE TABLE t(a TEXT NOT NULL PRIMARY KEY) without rowid , strict;
