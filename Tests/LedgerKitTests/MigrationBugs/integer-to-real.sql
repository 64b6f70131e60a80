-- A REAL has 53 bits: a large integer is no longer the same.
--- before
CREATE TABLE event (id INTEGER PRIMARY KEY, value INTEGER NOT NULL);
--- bug: SL305 event.value
CREATE TABLE event_new (id INTEGER PRIMARY KEY, value REAL NOT NULL);
INSERT INTO event_new (id, value) SELECT id, value FROM event;
DROP TABLE event;
ALTER TABLE event_new RENAME TO event;
--- fixed
CREATE TABLE event_new (id INTEGER PRIMARY KEY, value NUMERIC NOT NULL);
INSERT INTO event_new (id, value) SELECT id, value FROM event;
DROP TABLE event;
ALTER TABLE event_new RENAME TO event;
