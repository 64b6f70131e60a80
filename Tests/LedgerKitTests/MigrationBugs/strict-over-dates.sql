-- P34. DATETIME is a type that STRICT does not know, and its values are text.
--- before
CREATE TABLE visit (id INTEGER PRIMARY KEY, created_at DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP);
--- bug: SL301
CREATE TABLE visit_new (id INTEGER PRIMARY KEY, created_at INTEGER NOT NULL) STRICT;
INSERT INTO visit_new (id, created_at) SELECT id, created_at FROM visit;
DROP TABLE visit;
ALTER TABLE visit_new RENAME TO visit;
--- fixed
CREATE TABLE visit_new (id INTEGER PRIMARY KEY, created_at TEXT NOT NULL) STRICT;
INSERT INTO visit_new (id, created_at) SELECT id, CAST(created_at AS TEXT) FROM visit;
DROP TABLE visit;
ALTER TABLE visit_new RENAME TO visit;
