-- Parents are looked up in the same table; the bug leaves out rows whose parent is missing.
--- before
CREATE TABLE org (id TEXT NOT NULL PRIMARY KEY, identity TEXT NOT NULL UNIQUE, parent TEXT REFERENCES org (identity));
CREATE INDEX org_parent ON org (parent);
--- bug: SL304
CREATE TABLE identity (id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL UNIQUE, parent TEXT);
INSERT INTO identity (id, name, parent) SELECT o.id, o.identity, p.id FROM org o JOIN org p ON p.identity = o.parent;
DROP TABLE org;
--- fixed
CREATE TABLE identity (id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL UNIQUE, parent TEXT);
INSERT INTO identity (id, name, parent) SELECT o.id, o.identity, p.id FROM org o LEFT JOIN org p ON p.identity = o.parent;
DROP TABLE org;
