-- P23. ADD COLUMN takes a default that is no constant as long as there are no rows.
--- before
CREATE TABLE message (id INTEGER PRIMARY KEY, body TEXT NOT NULL);
--- bug: SL301
ALTER TABLE message ADD COLUMN seen_at TEXT DEFAULT CURRENT_TIMESTAMP;
--- fixed
ALTER TABLE message ADD COLUMN seen_at TEXT;
