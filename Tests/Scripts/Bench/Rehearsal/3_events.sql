CREATE TABLE event_new (
  id INTEGER PRIMARY KEY, note_id INTEGER REFERENCES note (id), kind TEXT NOT NULL CHECK (kind IN ('open', 'edit')),
  at REAL NOT NULL, device TEXT);
INSERT INTO event_new (id, note_id, kind, at) SELECT id, note_id, kind, at FROM event;
DROP TABLE event;
ALTER TABLE event_new RENAME TO event;
CREATE INDEX event_note ON event (note_id, at);
