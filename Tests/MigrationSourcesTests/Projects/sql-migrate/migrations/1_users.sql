-- Users and their names.

-- +migrate Up
CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT);

-- +migrate StatementBegin
CREATE TRIGGER users_named AFTER INSERT ON users WHEN new.name = '' BEGIN
  UPDATE users SET name = NULL WHERE id = new.id;
END;
-- +migrate StatementEnd

-- +migrate Down
DROP TABLE users;
