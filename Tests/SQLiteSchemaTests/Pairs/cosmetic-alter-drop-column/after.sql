CREATE TABLE t(
  a INT, -- first
  c REAL, -- second
  b TEXT -- goes
);
ALTER TABLE t DROP COLUMN b;
