-- Revert library:catalogue on sqlite

BEGIN;

DROP VIEW catalogue;
CREATE VIEW catalogue AS
SELECT title, name FROM books JOIN authors ON authors.id = author_id;

COMMIT;
