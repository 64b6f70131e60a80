CREATE TABLE t(c INT AS (b + 1) STORED, b INT AS (a + 1), a INT);
