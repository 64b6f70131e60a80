CREATE TABLE t(id INTEGER PRIMARY KEY, a INT, b TEXT);
CREATE TABLE log(id INTEGER PRIMARY KEY, n INT, s TEXT);
CREATE TRIGGER tr BEFORE INSERT ON t BEGIN
  select raise ( abort,'no' ), raise(ignore) where (new.a < 0);
END;
