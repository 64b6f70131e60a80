-- A new foreign key over rows whose parents are gone: until now, nothing has kept the references valid.
--- before
CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE posts (id INTEGER PRIMARY KEY, user_id INTEGER, body TEXT NOT NULL);
--- bug: SL301|SL308 posts
CREATE TABLE posts_new (id INTEGER PRIMARY KEY, user_id INTEGER REFERENCES users (id), body TEXT NOT NULL);
INSERT INTO posts_new (id, user_id, body) SELECT id, user_id, body FROM posts;
DROP TABLE posts;
ALTER TABLE posts_new RENAME TO posts;
--- fixed
-- schemaledger:allow SL318 posts of users who have left belong to nobody
UPDATE posts SET user_id = NULL WHERE user_id NOT IN (SELECT id FROM users);
CREATE TABLE posts_new (id INTEGER PRIMARY KEY, user_id INTEGER REFERENCES users (id), body TEXT NOT NULL);
INSERT INTO posts_new (id, user_id, body) SELECT id, user_id, body FROM posts;
DROP TABLE posts;
ALTER TABLE posts_new RENAME TO posts;
