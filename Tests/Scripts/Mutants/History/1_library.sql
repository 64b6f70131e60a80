CREATE TABLE authors (id INTEGER PRIMARY KEY, name TEXT NOT NULL, mail TEXT);
CREATE TABLE books (
  id INTEGER PRIMARY KEY,
  author INTEGER NOT NULL REFERENCES authors (id) ON DELETE CASCADE,
  title TEXT NOT NULL,
  subtitle TEXT,
  pages INTEGER,
  lent INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX books_by_author ON books (author);
CREATE TRIGGER books_titled AFTER INSERT ON books WHEN new.title = '' BEGIN
  UPDATE books SET title = 'untitled' WHERE id = new.id;
END;
