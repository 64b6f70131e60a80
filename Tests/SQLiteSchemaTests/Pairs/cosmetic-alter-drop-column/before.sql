CREATE TABLE t(
  a INT,
  c REAL
);
