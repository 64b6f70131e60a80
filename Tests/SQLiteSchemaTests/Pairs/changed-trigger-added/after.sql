CREATE TABLE t(id INTEGER PRIMARY KEY, a INT, b TEXT);
CREATE TABLE log(id INTEGER PRIMARY KEY, n INT, s TEXT);
create trigger tr after delete on t for each row begin delete from log where id=old.id; end;
