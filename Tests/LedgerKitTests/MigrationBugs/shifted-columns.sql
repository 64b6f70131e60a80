-- A new column in the middle moves all that stand behind it.
--- before
CREATE TABLE camera (id INTEGER PRIMARY KEY, maker TEXT, model TEXT, lens TEXT);
--- bug: SL306 camera
CREATE TABLE camera_new (id INTEGER PRIMARY KEY, serial TEXT, maker TEXT, model TEXT, lens TEXT);
INSERT INTO camera_new SELECT *, NULL FROM camera;
DROP TABLE camera;
ALTER TABLE camera_new RENAME TO camera;
--- fixed
CREATE TABLE camera_new (id INTEGER PRIMARY KEY, serial TEXT, maker TEXT, model TEXT, lens TEXT);
INSERT INTO camera_new SELECT id, NULL, maker, model, lens FROM camera;
DROP TABLE camera;
ALTER TABLE camera_new RENAME TO camera;
