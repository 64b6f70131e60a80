-- Revert library:catalogue on sqlite

BEGIN;

DROP VIEW catalogue;

COMMIT;
