PRAGMA foreign_keys = OFF;
CREATE TABLE new_books (
  id INTEGER PRIMARY KEY,
  author INTEGER NOT NULL REFERENCES authors (id) ON DELETE CASCADE,
  title TEXT NOT NULL,
  subtitle TEXT,
  pages INTEGER CHECK (pages IS NULL OR typeof(pages) = 'integer'),
  lent INTEGER NOT NULL DEFAULT 0
);
INSERT INTO new_books (id, author, title, subtitle, pages, lent)
  SELECT id, author, title, subtitle, pages, lent FROM books;
DROP TABLE books;
ALTER TABLE new_books RENAME TO books;
CREATE INDEX books_by_author ON books (author);
CREATE TRIGGER books_titled AFTER INSERT ON books WHEN new.title = '' BEGIN
  UPDATE books SET title = 'untitled' WHERE id = new.id;
END;
