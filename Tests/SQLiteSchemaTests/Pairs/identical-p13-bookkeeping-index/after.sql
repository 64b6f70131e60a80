CREATE TABLE t(a INT);
CREATE TABLE flyway_schema_history(installed_rank INT NOT NULL PRIMARY KEY, success BOOLEAN NOT NULL);
CREATE INDEX flyway_schema_history_s_idx ON flyway_schema_history(success);
