CREATE TABLE t(a INT, b INT AS (a + 1), c INT AS (b + 1) STORED);
