-- P21. PRAGMA foreign_keys is a no-op in a transaction: DROP TABLE deletes the rows first, and children with them.
--- before
CREATE TABLE post (id INTEGER PRIMARY KEY, title TEXT NOT NULL, body TEXT);
CREATE TABLE comment (id INTEGER PRIMARY KEY, post_id INTEGER NOT NULL REFERENCES post (id) ON DELETE CASCADE, text TEXT NOT NULL);
CREATE INDEX comment_post ON comment (post_id);
--- bug: SL304 comment
PRAGMA foreign_keys = OFF;
CREATE TABLE new_post (id INTEGER PRIMARY KEY, title TEXT NOT NULL, body TEXT, pinned INTEGER NOT NULL DEFAULT 0);
INSERT INTO new_post (id, title, body) SELECT id, title, body FROM post;
DROP TABLE post;
ALTER TABLE new_post RENAME TO post;
PRAGMA foreign_keys = ON;
--- fixed
PRAGMA foreign_keys = OFF;
BEGIN;
CREATE TABLE new_post (id INTEGER PRIMARY KEY, title TEXT NOT NULL, body TEXT, pinned INTEGER NOT NULL DEFAULT 0);
INSERT INTO new_post (id, title, body) SELECT id, title, body FROM post;
DROP TABLE post;
ALTER TABLE new_post RENAME TO post;
COMMIT;
PRAGMA foreign_keys = ON;
