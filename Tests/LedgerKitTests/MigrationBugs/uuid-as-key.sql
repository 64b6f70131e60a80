-- Numbers as keys become UUIDs, and the bug forgets the children.
--- before
CREATE TABLE podcast (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE episode (id INTEGER PRIMARY KEY, podcast_id INTEGER NOT NULL REFERENCES podcast (id), title TEXT NOT NULL);
CREATE INDEX episode_podcast ON episode (podcast_id);
--- bug: SL308
PRAGMA foreign_keys = OFF;
ALTER TABLE podcast ADD COLUMN uuid TEXT;
UPDATE podcast SET uuid = lower(hex(randomblob(16)));
CREATE TABLE podcast_new (id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL);
INSERT INTO podcast_new (id, name) SELECT uuid, name FROM podcast;
DROP TABLE podcast;
ALTER TABLE podcast_new RENAME TO podcast;
PRAGMA foreign_keys = ON;
--- fixed
PRAGMA foreign_keys = OFF;
ALTER TABLE podcast ADD COLUMN uuid TEXT;
UPDATE podcast SET uuid = lower(hex(randomblob(16)));
ALTER TABLE episode ADD COLUMN podcast_uuid TEXT;
UPDATE episode SET podcast_uuid = (SELECT p.uuid FROM podcast p WHERE p.id = episode.podcast_id);
CREATE TABLE podcast_new (id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL);
INSERT INTO podcast_new (id, name) SELECT uuid, name FROM podcast;
CREATE TABLE episode_new (id INTEGER PRIMARY KEY, podcast_id TEXT NOT NULL REFERENCES podcast_new (id), title TEXT NOT NULL);
INSERT INTO episode_new (id, podcast_id, title) SELECT id, podcast_uuid, title FROM episode;
DROP TABLE episode;
DROP TABLE podcast;
ALTER TABLE podcast_new RENAME TO podcast;
ALTER TABLE episode_new RENAME TO episode;
CREATE INDEX episode_podcast ON episode (podcast_id);
PRAGMA foreign_keys = ON;
