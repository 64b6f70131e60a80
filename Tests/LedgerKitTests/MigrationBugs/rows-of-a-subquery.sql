-- The copy takes its rows from a query in a query; the bug forgets the copy.
--- before
CREATE TABLE message (id INTEGER PRIMARY KEY, kind TEXT, body TEXT NOT NULL);
--- bug: SL304
CREATE TABLE message_new (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, body TEXT NOT NULL);
DROP TABLE message;
ALTER TABLE message_new RENAME TO message;
--- fixed
CREATE TABLE message_new (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, body TEXT NOT NULL);
INSERT INTO message_new (id, kind, body) SELECT m.id, m.kind, m.body FROM (SELECT id, coalesce(kind, 'user') AS kind, body FROM message) m;
DROP TABLE message;
ALTER TABLE message_new RENAME TO message;
