-- Deploy library:catalogue on sqlite

BEGIN;

CREATE VIEW catalogue AS
SELECT title, name FROM books JOIN authors ON authors.id = author_id;

COMMIT;
