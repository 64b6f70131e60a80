UPDATE books SET subtitle = NULL WHERE subtitle = title;
ALTER TABLE books ADD COLUMN shelf TEXT NOT NULL DEFAULT '';
UPDATE books SET shelf = 'lent' WHERE lent = 1;
