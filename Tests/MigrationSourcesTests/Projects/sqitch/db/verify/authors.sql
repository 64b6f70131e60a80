-- Verify library:authors on sqlite

BEGIN;

SELECT id, name FROM authors WHERE 0;

COMMIT;
