CREATE TABLE t(s TEXT CHECK(s IN ('a', 'b', 'c')));
