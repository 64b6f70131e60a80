CREATE TABLE t(a INT, b INT, CHECK((b, a) < (1, 2)));
