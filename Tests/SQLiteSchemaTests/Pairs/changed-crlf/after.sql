CREATE TABLE t(
  a INT -- CHECK(a > 0)
, b TEXT
);
