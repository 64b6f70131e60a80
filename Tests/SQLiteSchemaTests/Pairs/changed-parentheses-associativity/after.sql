CREATE TABLE t(a INT, b INT, c INT AS (a - (b - 1)));
