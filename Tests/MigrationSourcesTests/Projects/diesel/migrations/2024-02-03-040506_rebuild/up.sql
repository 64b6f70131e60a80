PRAGMA foreign_keys = OFF;
CREATE TABLE new_posts (id INTEGER PRIMARY KEY, title TEXT NOT NULL, body TEXT NOT NULL);
INSERT INTO new_posts SELECT id, title, body FROM posts;
DROP TABLE posts;
ALTER TABLE new_posts RENAME TO posts;
PRAGMA foreign_keys = ON;
