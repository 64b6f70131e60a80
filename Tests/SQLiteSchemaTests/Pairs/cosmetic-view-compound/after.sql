CREATE TABLE t(a INT, b TEXT, c REAL);
CREATE TABLE u(a INT, d TEXT);
CREATE VIEW v AS SELECT a FROM t
union all
select a from u
intersect
select a from u
order by 1 asc;
