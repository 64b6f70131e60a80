CREATE TABLE t(a TEXT CHECK(length(a) > 0));
