CREATE TABLE t(a INT);
CREATE VIEW v AS SELECT a FROM t;
CREATE TRIGGER tr instead of delete on [v] for each row begin delete from t where a == old.a; end;
