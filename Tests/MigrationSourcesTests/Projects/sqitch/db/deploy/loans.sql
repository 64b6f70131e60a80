-- Deploy library:loans on sqlite

BEGIN;

CREATE TABLE loans (id INTEGER PRIMARY KEY);

COMMIT;
