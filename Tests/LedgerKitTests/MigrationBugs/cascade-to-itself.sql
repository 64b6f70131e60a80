-- P21. The copy of a table that refers to itself refers to the old one, and is emptied with it.
--- before
CREATE TABLE category (id INTEGER PRIMARY KEY, name TEXT NOT NULL, parent_id INTEGER REFERENCES category (id) ON DELETE CASCADE);
CREATE INDEX category_parent ON category (parent_id);
--- bug: SL304 category
CREATE TABLE category_new (id INTEGER PRIMARY KEY, name TEXT NOT NULL, parent_id INTEGER REFERENCES category (id) ON DELETE CASCADE, position INTEGER NOT NULL DEFAULT 0);
INSERT INTO category_new (id, name, parent_id) SELECT id, name, parent_id FROM category;
DROP TABLE category;
ALTER TABLE category_new RENAME TO category;
CREATE INDEX category_parent ON category (parent_id);
--- fixed
PRAGMA foreign_keys = OFF;
BEGIN;
CREATE TABLE category_new (id INTEGER PRIMARY KEY, name TEXT NOT NULL, parent_id INTEGER REFERENCES category (id) ON DELETE CASCADE, position INTEGER NOT NULL DEFAULT 0);
INSERT INTO category_new (id, name, parent_id) SELECT id, name, parent_id FROM category;
DROP TABLE category;
ALTER TABLE category_new RENAME TO category;
CREATE INDEX category_parent ON category (parent_id);
COMMIT;
PRAGMA foreign_keys = ON;
