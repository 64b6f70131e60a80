CREATE TABLE t(id INTEGER PRIMARY KEY, a INT, b TEXT);
CREATE TABLE log(id INTEGER PRIMARY KEY, n INT, s TEXT);
CREATE TRIGGER tr AFTER INSERT ON t BEGIN
  insert into log (id,n) values (new.id,1)
  on conflict (id) do update set n=excluded.n+1 where (n<9);
END;
