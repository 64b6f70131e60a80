CREATE TABLE t(a TEXT, b TEXT AS (a || "rowid"));
