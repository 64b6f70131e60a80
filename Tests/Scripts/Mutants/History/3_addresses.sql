CREATE TABLE addresses (author INTEGER PRIMARY KEY REFERENCES authors (id) ON DELETE CASCADE, mail TEXT NOT NULL);
INSERT INTO addresses (author, mail) SELECT id, mail FROM authors WHERE mail IS NOT NULL;
ALTER TABLE authors DROP COLUMN mail;
