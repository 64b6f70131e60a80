CREATE TABLE t(
  a INT,
  b TEXT
);
