CREATE TABLE t(a INT, b TEXT, c REAL);
CREATE TABLE u(a INT, d TEXT);
CREATE VIEW v AS
  select a
       , b -- the name
  from t
  where b = 'x y'
  order by a
  limit 5;
