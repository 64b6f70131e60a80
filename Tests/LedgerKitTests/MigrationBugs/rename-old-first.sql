-- P24. The old table is renamed first, and foreign keys follow it there.
--- before
CREATE TABLE post (id INTEGER PRIMARY KEY, title TEXT NOT NULL, body TEXT);
CREATE TABLE comment (id INTEGER PRIMARY KEY, post_id INTEGER NOT NULL REFERENCES post (id) ON DELETE CASCADE, text TEXT NOT NULL);
CREATE INDEX comment_post ON comment (post_id);
--- bug: SL301|SL304|SL308 comment
ALTER TABLE post RENAME TO old_post;
CREATE TABLE post (id INTEGER PRIMARY KEY, title TEXT NOT NULL, body TEXT, pinned INTEGER NOT NULL DEFAULT 0);
INSERT INTO post (id, title, body) SELECT id, title, body FROM old_post;
DROP TABLE old_post;
--- fixed
PRAGMA foreign_keys = OFF;
BEGIN;
CREATE TABLE new_post (id INTEGER PRIMARY KEY, title TEXT NOT NULL, body TEXT, pinned INTEGER NOT NULL DEFAULT 0);
INSERT INTO new_post (id, title, body) SELECT id, title, body FROM post;
DROP TABLE post;
ALTER TABLE new_post RENAME TO post;
COMMIT;
PRAGMA foreign_keys = ON;
