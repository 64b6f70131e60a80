-- +migrate Up
CREATE TABLE posts (
  id INTEGER PRIMARY KEY
);
INSERT INTO posts VALUES (1); -- the first
-- +migrate Down
DROP TABLE posts;
