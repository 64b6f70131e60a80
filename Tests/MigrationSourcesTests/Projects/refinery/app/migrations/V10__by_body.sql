CREATE INDEX notes_by_body ON notes (body);
