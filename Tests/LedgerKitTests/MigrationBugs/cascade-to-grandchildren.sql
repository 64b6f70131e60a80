-- P21. A cascade goes on: the children of the children are gone too.
--- before
CREATE TABLE post (id INTEGER PRIMARY KEY, title TEXT NOT NULL, body TEXT);
CREATE TABLE comment (id INTEGER PRIMARY KEY, post_id INTEGER NOT NULL REFERENCES post (id) ON DELETE CASCADE, text TEXT NOT NULL);
CREATE INDEX comment_post ON comment (post_id);

CREATE TABLE reply (id INTEGER PRIMARY KEY, comment_id INTEGER NOT NULL REFERENCES comment ON DELETE CASCADE, text TEXT NOT NULL);
CREATE INDEX reply_comment ON reply (comment_id);
--- bug: SL304 reply
CREATE TABLE new_post (id INTEGER PRIMARY KEY, title TEXT NOT NULL, body TEXT, pinned INTEGER NOT NULL DEFAULT 0);
INSERT INTO new_post (id, title, body) SELECT id, title, body FROM post;
DROP TABLE post;
ALTER TABLE new_post RENAME TO post;
--- fixed
PRAGMA foreign_keys = OFF;
BEGIN;
CREATE TABLE new_post (id INTEGER PRIMARY KEY, title TEXT NOT NULL, body TEXT, pinned INTEGER NOT NULL DEFAULT 0);
INSERT INTO new_post (id, title, body) SELECT id, title, body FROM post;
DROP TABLE post;
ALTER TABLE new_post RENAME TO post;
COMMIT;
PRAGMA foreign_keys = ON;
