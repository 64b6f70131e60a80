-- Revert library:books on sqlite

BEGIN;

DROP TABLE books;

COMMIT;
