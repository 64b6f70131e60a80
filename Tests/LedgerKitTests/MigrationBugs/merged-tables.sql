-- Two tables become one, and both have counted from 1.
--- before
CREATE TABLE photo (id INTEGER PRIMARY KEY, path TEXT NOT NULL);
CREATE TABLE video (id INTEGER PRIMARY KEY, path TEXT NOT NULL);
--- bug: SL301
CREATE TABLE media (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, path TEXT NOT NULL);
INSERT INTO media (id, kind, path) SELECT id, 'photo', path FROM photo;
INSERT INTO media (id, kind, path) SELECT id, 'video', path FROM video;
DROP TABLE photo;
DROP TABLE video;
--- fixed
CREATE TABLE media (kind TEXT NOT NULL, id INTEGER NOT NULL, path TEXT NOT NULL, PRIMARY KEY (kind, id));
INSERT INTO media (kind, id, path) SELECT 'photo', id, path FROM photo;
INSERT INTO media (kind, id, path) SELECT 'video', id, path FROM video;
DROP TABLE photo;
DROP TABLE video;
