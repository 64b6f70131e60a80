-- A column of both tables is in neither list of the copy.
--- before
CREATE TABLE subscriber (id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT);
--- bug: SL305 subscriber.email
CREATE TABLE subscriber_new (id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT, locale TEXT);
INSERT INTO subscriber_new (id, name) SELECT id, name FROM subscriber;
DROP TABLE subscriber;
ALTER TABLE subscriber_new RENAME TO subscriber;
--- fixed
CREATE TABLE subscriber_new (id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT, locale TEXT);
INSERT INTO subscriber_new (id, name, email) SELECT id, name, email FROM subscriber;
DROP TABLE subscriber;
ALTER TABLE subscriber_new RENAME TO subscriber;
