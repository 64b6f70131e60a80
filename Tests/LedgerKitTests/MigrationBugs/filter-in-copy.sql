-- A WHERE in the copy leaves rows behind that nobody meant to delete.
--- before
CREATE TABLE task (id INTEGER PRIMARY KEY, title TEXT NOT NULL, due_at TEXT);
--- bug: SL318 task
CREATE TABLE task_new (id INTEGER PRIMARY KEY, title TEXT NOT NULL, due_at TEXT NOT NULL);
INSERT INTO task_new (id, title, due_at) SELECT id, title, due_at FROM task WHERE due_at IS NOT NULL;
DROP TABLE task;
ALTER TABLE task_new RENAME TO task;
--- fixed
CREATE TABLE task_new (id INTEGER PRIMARY KEY, title TEXT NOT NULL, due_at TEXT NOT NULL);
INSERT INTO task_new (id, title, due_at) SELECT id, title, coalesce(due_at, '9999-12-31') FROM task;
DROP TABLE task;
ALTER TABLE task_new RENAME TO task;
