CREATE TABLE t(
  a INT, -- first
  b TEXT NOT NULL DEFAULT '',
  UNIQUE (a)
);
