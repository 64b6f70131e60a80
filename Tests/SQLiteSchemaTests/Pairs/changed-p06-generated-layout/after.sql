CREATE TABLE t(j TEXT, n TEXT AS (j ->> '$. name') STORED);
