-- The program's tracking table gets a key, which says nothing of users' rows; the same in a table of users does.
--- before
CREATE TABLE migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL, executed_at DATETIME);
CREATE TABLE player (number INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE info (property TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL);
UPDATE info SET value = 1 WHERE property = 'version';
--- bug: SL301 player
CREATE TABLE player_new (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
INSERT INTO player_new (number, name) SELECT number, name FROM player;
DROP TABLE player;
ALTER TABLE player_new RENAME TO player;
UPDATE info SET value = 2 WHERE property = 'version';
--- fixed
CREATE TABLE migrations_new (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, executed_at DATETIME NOT NULL);
INSERT INTO migrations_new (number, name, executed_at) SELECT number, name, executed_at FROM migrations;
DROP TABLE migrations;
ALTER TABLE migrations_new RENAME TO migrations;
UPDATE info SET value = 2 WHERE property = 'version';
