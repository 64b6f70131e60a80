CREATE TABLE t(a INT, b INT, c INT, CHECK(a OR (b AND c)));
