--liquibase formatted sql
--property name:note.kind value:plain

--changeset grace:create-notes
CREATE TABLE notes (
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (id),
  kind TEXT NOT NULL DEFAULT '${note.kind}',
  body TEXT NOT NULL,
  edits INTEGER NOT NULL DEFAULT 0
);
--rollback DROP TABLE notes;

--changeset grace:count-edits endDelimiter:/
CREATE TRIGGER notes_edited AFTER UPDATE OF body ON notes BEGIN
  UPDATE notes SET edits = edits + 1 WHERE id = new.id;
END
/
