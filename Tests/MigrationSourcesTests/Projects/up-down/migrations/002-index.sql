-- up
CREATE INDEX users_name ON users (name);
-- down
DROP INDEX users_name
