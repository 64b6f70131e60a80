CREATE TABLE t(a INT, b TEXT, c REAL);
CREATE TABLE u(a INT, d TEXT);
CREATE VIEW v AS SELECT sum( a ) over w as s, avg(c) filter(where (c>0)) over(partition by b) as m from t window w as (partition by b order by a asc);
