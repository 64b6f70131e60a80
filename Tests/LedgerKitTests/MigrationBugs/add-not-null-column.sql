-- P23. ADD COLUMN takes NOT NULL without a default as long as there are no rows.
--- before
CREATE TABLE invoice (id INTEGER PRIMARY KEY, number TEXT NOT NULL UNIQUE);
--- bug: SL301
ALTER TABLE invoice ADD COLUMN currency TEXT NOT NULL;
--- fixed
ALTER TABLE invoice ADD COLUMN currency TEXT NOT NULL DEFAULT 'EUR';
