-- The sequence is set to the highest id that is left, so ids of deleted rows are given again.
--- before
CREATE TABLE jobs (id INTEGER PRIMARY KEY AUTOINCREMENT, state TEXT NOT NULL);
--- bug: SL414
CREATE TABLE jobs_new (id INTEGER PRIMARY KEY AUTOINCREMENT, state TEXT NOT NULL, track TEXT);
INSERT INTO jobs_new (id, state) SELECT id, state FROM jobs;
DROP TABLE jobs;
ALTER TABLE jobs_new RENAME TO jobs;
INSERT OR REPLACE INTO sqlite_sequence (name, seq) SELECT 'jobs', COALESCE(MAX(id), 0) FROM jobs;
--- fixed
CREATE TABLE jobs_new (id INTEGER PRIMARY KEY AUTOINCREMENT, state TEXT NOT NULL, track TEXT);
INSERT INTO jobs_new (id, state) SELECT id, state FROM jobs;
DELETE FROM sqlite_sequence WHERE name = 'jobs_new';
INSERT INTO sqlite_sequence (name, seq) SELECT 'jobs_new', seq FROM sqlite_sequence WHERE name = 'jobs';
DROP TABLE jobs;
ALTER TABLE jobs_new RENAME TO jobs;
