Not run.
-- 1 up
CREATE TABLE notes (id INTEGER PRIMARY KEY, body TEXT);
-- 1 down
DROP TABLE notes;
-- 10 up
CREATE INDEX notes_by_body ON notes (body);
-- 10 down
DROP INDEX notes_by_body;
-- 2 up
ALTER TABLE notes ADD COLUMN pinned INTEGER;
