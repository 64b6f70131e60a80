CREATE TABLE t(a INT, b INT AS (a + 1));
