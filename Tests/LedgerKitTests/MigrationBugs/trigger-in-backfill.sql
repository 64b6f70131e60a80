-- A trigger that keeps the time of the last change takes the migration for one.
--- before
CREATE TABLE document (id INTEGER PRIMARY KEY, title TEXT NOT NULL, updated_at TEXT NOT NULL);
CREATE TRIGGER document_touched AFTER UPDATE OF title ON document BEGIN
  UPDATE document SET updated_at = datetime('now') WHERE id = new.id;
END;
--- bug: SL305 document.updated_at
UPDATE document SET title = trim(title);
--- fixed
DROP TRIGGER document_touched;
-- schemaledger:allow SL318 white space around titles is not wanted
UPDATE document SET title = trim(title);
CREATE TRIGGER document_touched AFTER UPDATE OF title ON document BEGIN
  UPDATE document SET updated_at = datetime('now') WHERE id = new.id;
END;
