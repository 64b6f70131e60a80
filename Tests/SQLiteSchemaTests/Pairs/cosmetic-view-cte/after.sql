CREATE TABLE t(a INT, b TEXT, c REAL);
CREATE TABLE u(a INT, d TEXT);
CREATE VIEW v AS
with w (x) as (
  select a from t
), "y" as (select x from w)
select x from y;
