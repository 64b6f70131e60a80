-- P21. With ON DELETE SET NULL the rows stay, and no longer know where they belong.
--- before
CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT NOT NULL, motto TEXT);
CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT NOT NULL, team_id INTEGER REFERENCES team (id) ON DELETE SET NULL);
CREATE INDEX player_team ON player (team_id);
--- bug: SL305 player
CREATE TABLE team_new (id INTEGER PRIMARY KEY, name TEXT NOT NULL, motto TEXT NOT NULL DEFAULT '');
INSERT INTO team_new (id, name, motto) SELECT id, name, coalesce(motto, '') FROM team;
DROP TABLE team;
ALTER TABLE team_new RENAME TO team;
--- fixed
PRAGMA foreign_keys = OFF;
BEGIN;
CREATE TABLE team_new (id INTEGER PRIMARY KEY, name TEXT NOT NULL, motto TEXT NOT NULL DEFAULT '');
INSERT INTO team_new (id, name, motto) SELECT id, name, coalesce(motto, '') FROM team;
DROP TABLE team;
ALTER TABLE team_new RENAME TO team;
COMMIT;
PRAGMA foreign_keys = ON;
