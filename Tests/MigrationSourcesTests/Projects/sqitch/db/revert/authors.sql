-- Revert library:authors on sqlite

BEGIN;

DROP TABLE authors;

COMMIT;
