-- The rows of one table go to two others, by what they refer to; the bug does not store the name.
--- before
CREATE TABLE area (id TEXT NOT NULL PRIMARY KEY, title TEXT NOT NULL);
CREATE TABLE alias (id INTEGER PRIMARY KEY, area_id TEXT NOT NULL REFERENCES area (id), name TEXT NOT NULL);
CREATE INDEX alias_area ON alias (area_id);
--- bug: SL305
CREATE TABLE area_alias (id INTEGER PRIMARY KEY, area_id TEXT NOT NULL REFERENCES area (id), title TEXT NOT NULL);
CREATE INDEX area_alias_area ON area_alias (area_id);
INSERT INTO area_alias (area_id, title) SELECT alias.area_id, substr(alias.name, 1, 3) FROM alias INNER JOIN area ON area.id = alias.area_id;
DROP TABLE alias;
--- fixed
CREATE TABLE area_alias (id INTEGER PRIMARY KEY, area_id TEXT NOT NULL REFERENCES area (id), title TEXT NOT NULL);
CREATE INDEX area_alias_area ON area_alias (area_id);
INSERT INTO area_alias (area_id, title) SELECT alias.area_id, alias.name FROM alias INNER JOIN area ON area.id = alias.area_id;
DROP TABLE alias;
