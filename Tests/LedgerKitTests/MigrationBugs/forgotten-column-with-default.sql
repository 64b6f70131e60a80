-- The same, and the default hides it.
--- before
CREATE TABLE job (id INTEGER PRIMARY KEY, title TEXT NOT NULL, priority INTEGER NOT NULL DEFAULT 5);
--- bug: SL305 job.priority
CREATE TABLE job_new (id INTEGER PRIMARY KEY, title TEXT NOT NULL, priority INTEGER NOT NULL DEFAULT 5, notes TEXT);
INSERT INTO job_new (id, title) SELECT id, title FROM job;
DROP TABLE job;
ALTER TABLE job_new RENAME TO job;
--- fixed
CREATE TABLE job_new (id INTEGER PRIMARY KEY, title TEXT NOT NULL, priority INTEGER NOT NULL DEFAULT 5, notes TEXT);
INSERT INTO job_new (id, title, priority) SELECT id, title, priority FROM job;
DROP TABLE job;
ALTER TABLE job_new RENAME TO job;
