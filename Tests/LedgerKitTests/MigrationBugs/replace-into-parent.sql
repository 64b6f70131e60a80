-- REPLACE deletes the row before it inserts the new one, and a deleted parent takes its children along.
--- before
CREATE TABLE post (id INTEGER PRIMARY KEY, title TEXT NOT NULL, body TEXT);
CREATE TABLE comment (id INTEGER PRIMARY KEY, post_id INTEGER NOT NULL REFERENCES post (id) ON DELETE CASCADE, text TEXT NOT NULL);
CREATE INDEX comment_post ON comment (post_id);
--- bug: SL304 comment
INSERT OR REPLACE INTO post (id, title, body) SELECT id, trim(title), body FROM post;
--- fixed
-- schemaledger:allow SL318 white space around titles is not wanted
UPDATE post SET title = trim(title);
