-- Deploy library:books/isbn on sqlite

BEGIN;

ALTER TABLE books ADD COLUMN isbn TEXT;

COMMIT;
