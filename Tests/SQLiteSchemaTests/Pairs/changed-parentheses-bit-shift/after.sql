CREATE TABLE t(a INT, CHECK(a & (3 << 1)));
