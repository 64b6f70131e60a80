-- P22. The copy reads a column that only the new table has, and gets its name.
--- before
CREATE TABLE server (id INTEGER PRIMARY KEY, label TEXT NOT NULL);
--- bug: SL307 server.alias
CREATE TABLE server_new (id INTEGER PRIMARY KEY, label TEXT NOT NULL, alias TEXT);
INSERT INTO server_new (id, label, alias) SELECT "id", "label", "alias" FROM server;
DROP TABLE server;
ALTER TABLE server_new RENAME TO server;
--- fixed
CREATE TABLE server_new (id INTEGER PRIMARY KEY, label TEXT NOT NULL, alias TEXT);
INSERT INTO server_new (id, label) SELECT "id", "label" FROM server;
DROP TABLE server;
ALTER TABLE server_new RENAME TO server;
