-- One row remains in the new table; the bug keeps the others nowhere.
--- before
CREATE TABLE preference (id INTEGER PRIMARY KEY, secret BLOB NOT NULL);
--- bug: SL318
CREATE TABLE preference_new (id INTEGER PRIMARY KEY, secret BLOB NOT NULL);
INSERT INTO preference_new (id, secret) SELECT 0, secret FROM preference WHERE id = (SELECT max(id) FROM preference);
DROP TABLE preference;
ALTER TABLE preference_new RENAME TO preference;
--- fixed
ALTER TABLE preference RENAME TO superseded_preference;
CREATE TABLE preference (id INTEGER PRIMARY KEY, secret BLOB NOT NULL);
INSERT INTO preference (id, secret) SELECT 0, secret FROM superseded_preference WHERE id = (SELECT max(id) FROM superseded_preference);
