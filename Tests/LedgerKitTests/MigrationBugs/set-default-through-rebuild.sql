-- P21. With ON DELETE SET DEFAULT the rows of a dropped parent go to one that is dropped with it.
--- before
CREATE TABLE queue (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
INSERT INTO queue VALUES (1, 'inbox');
CREATE TABLE ticket (id INTEGER PRIMARY KEY, subject TEXT NOT NULL, queue_id INTEGER DEFAULT 1 REFERENCES queue (id) ON DELETE SET DEFAULT DEFERRABLE INITIALLY DEFERRED);
CREATE INDEX ticket_queue ON ticket (queue_id);
--- bug: SL301
CREATE TABLE queue_new (id INTEGER PRIMARY KEY, name TEXT NOT NULL, colour TEXT);
INSERT INTO queue_new (id, name) SELECT id, name FROM queue;
DROP TABLE queue;
ALTER TABLE queue_new RENAME TO queue;
--- fixed
PRAGMA foreign_keys = OFF;
BEGIN;
CREATE TABLE queue_new (id INTEGER PRIMARY KEY, name TEXT NOT NULL, colour TEXT);
INSERT INTO queue_new (id, name) SELECT id, name FROM queue;
DROP TABLE queue;
ALTER TABLE queue_new RENAME TO queue;
COMMIT;
PRAGMA foreign_keys = ON;
