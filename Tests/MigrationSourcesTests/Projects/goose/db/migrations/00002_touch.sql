-- +goose up
-- +goose statementbegin
CREATE TRIGGER touch AFTER UPDATE OF username ON users
BEGIN
  UPDATE users SET changed = datetime('now') WHERE id = new.id;
END;
-- +goose statementend

-- +goose down
DROP TRIGGER touch;
