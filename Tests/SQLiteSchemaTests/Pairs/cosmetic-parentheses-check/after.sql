CREATE TABLE t(a INT, b INT, CHECK(((a) > (0)) AND (b > 0)));
