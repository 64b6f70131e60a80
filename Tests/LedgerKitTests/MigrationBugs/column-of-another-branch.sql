-- A rebuild on a branch does not have the column that another branch has added.
--- before
CREATE TABLE providers (id INTEGER PRIMARY KEY);
CREATE TABLE bots (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, effort TEXT NOT NULL DEFAULT 'medium' CHECK (effort IN ('low', 'medium'))
);
ALTER TABLE bots ADD COLUMN fetch_provider INTEGER REFERENCES providers (id);
--- bug: SL424
CREATE TABLE bots_new (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL,
  effort TEXT NOT NULL DEFAULT 'medium' CHECK (effort IN ('low', 'medium', 'high'))
);
INSERT INTO bots_new (id, name, effort) SELECT id, name, effort FROM bots;
DROP TABLE bots;
ALTER TABLE bots_new RENAME TO bots;
--- fixed
CREATE TABLE bots_new (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL,
  effort TEXT NOT NULL DEFAULT 'medium' CHECK (effort IN ('low', 'medium', 'high')),
  fetch_provider INTEGER REFERENCES providers (id)
);
INSERT INTO bots_new (id, name, effort, fetch_provider) SELECT id, name, effort, fetch_provider FROM bots;
DROP TABLE bots;
ALTER TABLE bots_new RENAME TO bots;
