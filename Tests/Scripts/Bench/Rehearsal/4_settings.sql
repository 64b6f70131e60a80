CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
CREATE INDEX note_tag_tag ON note_tag (tag_id);
