CREATE TABLE t(a INT, [b  c] TEXT);
