-- The copy leaves out a number that only the order of the rows needs; the bug leaves out a value.
--- before
CREATE TABLE nodes (seq INTEGER PRIMARY KEY AUTOINCREMENT, id UUID NOT NULL, name TEXT NOT NULL, profile BYTEA);
CREATE UNIQUE INDEX nodes_id ON nodes (id);
CREATE TABLE batches (seq INTEGER PRIMARY KEY AUTOINCREMENT, id UUID NOT NULL, node_id UUID NOT NULL);
CREATE UNIQUE INDEX batches_id ON batches (id);
--- bug: SL305|SL416 nodes
CREATE TABLE new_nodes (seq INTEGER PRIMARY KEY AUTOINCREMENT, id UUID NOT NULL, name TEXT NOT NULL, profile TEXT);
INSERT INTO new_nodes (id, name) SELECT id, name FROM nodes;
DROP TABLE nodes;
ALTER TABLE new_nodes RENAME TO nodes;
CREATE UNIQUE INDEX nodes_id ON nodes (id);
--- fixed
CREATE TABLE new_nodes (seq INTEGER PRIMARY KEY AUTOINCREMENT, id UUID NOT NULL, name TEXT NOT NULL, profile TEXT);
INSERT INTO new_nodes (id, name, profile) SELECT id, name, profile FROM nodes;
DROP TABLE nodes;
ALTER TABLE new_nodes RENAME TO nodes;
CREATE UNIQUE INDEX nodes_id ON nodes (id);
