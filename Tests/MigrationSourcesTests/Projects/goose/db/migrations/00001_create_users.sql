-- People who may log in.
-- +goose Up
CREATE TABLE users (
  id INTEGER PRIMARY KEY,
  username TEXT NOT NULL,
  changed TEXT
);

-- +goose Down
DROP TABLE users;
