CREATE TABLE t(a INT, b TEXT, c REAL);
CREATE TABLE u(a INT, d TEXT);
CREATE VIEW v AS SELECT case (a) when 1 then 'one' else ('more') end AS w from t;
