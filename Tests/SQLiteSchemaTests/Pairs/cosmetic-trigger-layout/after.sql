CREATE TABLE t(a INT);
CREATE TABLE log(n TEXT);
CREATE TRIGGER tr AFTER INSERT ON t
BEGIN
  -- a note; with a semicolon; END
  INSERT INTO log (n)
    VALUES ('a b') ;
END;
