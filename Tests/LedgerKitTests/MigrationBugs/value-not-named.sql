-- The copy does not name a new column that may not be NULL.
--- before
CREATE TABLE feature (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
--- bug: SL301
CREATE TABLE feature_new (id INTEGER PRIMARY KEY, name TEXT NOT NULL, lookup_key TEXT NOT NULL);
INSERT INTO feature_new (id, name) SELECT id, name FROM feature;
DROP TABLE feature;
ALTER TABLE feature_new RENAME TO feature;
--- fixed
CREATE TABLE feature_new (id INTEGER PRIMARY KEY, name TEXT NOT NULL, lookup_key TEXT NOT NULL);
INSERT INTO feature_new (id, name, lookup_key) SELECT id, name, lower(name) FROM feature;
DROP TABLE feature;
ALTER TABLE feature_new RENAME TO feature;
