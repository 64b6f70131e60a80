CREATE TABLE t(a INT, b INT, CHECK((NOT a) = b));
