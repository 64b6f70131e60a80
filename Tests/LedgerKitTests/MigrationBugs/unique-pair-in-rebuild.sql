-- A pair becomes unique in a rebuild.
--- before
CREATE TABLE song (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
CREATE TABLE vote (id INTEGER PRIMARY KEY, song_id INTEGER NOT NULL REFERENCES song (id), value INTEGER NOT NULL CHECK (value IN (-1, 1)));
CREATE INDEX vote_song ON vote (song_id);
--- bug: SL301
CREATE TABLE vote_new (id INTEGER PRIMARY KEY, song_id INTEGER NOT NULL REFERENCES song (id), value INTEGER NOT NULL CHECK (value IN (-1, 1)), UNIQUE (song_id, value));
INSERT INTO vote_new (id, song_id, value) SELECT id, song_id, value FROM vote;
DROP TABLE vote;
ALTER TABLE vote_new RENAME TO vote;
--- fixed
-- schemaledger:allow SL318 nobody votes twice for the same
DELETE FROM vote WHERE id NOT IN (SELECT min(id) FROM vote GROUP BY song_id, value);
CREATE TABLE vote_new (id INTEGER PRIMARY KEY, song_id INTEGER NOT NULL REFERENCES song (id), value INTEGER NOT NULL CHECK (value IN (-1, 1)), UNIQUE (song_id, value));
INSERT INTO vote_new (id, song_id, value) SELECT id, song_id, value FROM vote;
DROP TABLE vote;
ALTER TABLE vote_new RENAME TO vote;
CREATE INDEX vote_song ON vote (song_id);
