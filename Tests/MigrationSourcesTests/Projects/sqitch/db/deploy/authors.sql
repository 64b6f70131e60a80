-- Deploy library:authors on sqlite

BEGIN;

CREATE TABLE authors (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL
);

COMMIT;
