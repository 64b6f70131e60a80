-- What is read out of JSON that is not there is NULL.
--- before
CREATE TABLE device (id INTEGER PRIMARY KEY, name TEXT NOT NULL, metadata TEXT);
--- bug: SL301
CREATE TABLE device_new (id INTEGER PRIMARY KEY, name TEXT NOT NULL, metadata TEXT, model TEXT NOT NULL);
INSERT INTO device_new (id, name, metadata, model) SELECT id, name, metadata, json_extract(metadata, '$.model') FROM device;
DROP TABLE device;
ALTER TABLE device_new RENAME TO device;
--- fixed
CREATE TABLE device_new (id INTEGER PRIMARY KEY, name TEXT NOT NULL, metadata TEXT, model TEXT NOT NULL);
INSERT INTO device_new (id, name, metadata, model)
  SELECT id, name, metadata, CASE WHEN json_valid(metadata) THEN coalesce(json_extract(metadata, '$.model'), '') ELSE '' END FROM device;
DROP TABLE device;
ALTER TABLE device_new RENAME TO device;
