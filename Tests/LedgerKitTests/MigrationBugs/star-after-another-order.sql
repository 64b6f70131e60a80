-- P3. SELECT * and a positional INSERT after the order of columns has changed.
--- before
CREATE TABLE place (id INTEGER PRIMARY KEY, street TEXT, city TEXT);
--- bug: SL306 place
CREATE TABLE place_new (id INTEGER PRIMARY KEY, city TEXT, street TEXT);
INSERT INTO place_new SELECT * FROM place;
DROP TABLE place;
ALTER TABLE place_new RENAME TO place;
--- fixed
CREATE TABLE place_new (id INTEGER PRIMARY KEY, city TEXT, street TEXT);
INSERT INTO place_new (id, city, street) SELECT id, city, street FROM place;
DROP TABLE place;
ALTER TABLE place_new RENAME TO place;
