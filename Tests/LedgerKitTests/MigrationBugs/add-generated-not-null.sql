-- P23. A generated column that is NOT NULL is computed for the rows that are there.
--- before
CREATE TABLE contact (id INTEGER PRIMARY KEY, email TEXT);
--- bug: SL301
ALTER TABLE contact ADD COLUMN mail_key TEXT NOT NULL GENERATED ALWAYS AS (lower(email)) VIRTUAL;
--- fixed
ALTER TABLE contact ADD COLUMN mail_key TEXT NOT NULL GENERATED ALWAYS AS (coalesce(lower(email), '')) VIRTUAL;
