CREATE TABLE t(a INT, b INT, CHECK((a + b) * 2 > 0));
