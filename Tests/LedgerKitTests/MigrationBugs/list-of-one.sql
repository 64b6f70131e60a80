-- Each row becomes a list of one value; the bug makes one list of all rows.
--- before
CREATE TABLE client (id INTEGER PRIMARY KEY, callback TEXT NOT NULL);
--- bug: SL304|SL305
CREATE TABLE client_new (id INTEGER PRIMARY KEY, callback TEXT NOT NULL);
INSERT INTO client_new (id, callback) SELECT id, json_group_array(callback) FROM client HAVING count(*) > 0;
DROP TABLE client;
ALTER TABLE client_new RENAME TO client;
--- fixed
CREATE TABLE client_new (id INTEGER PRIMARY KEY, callback TEXT NOT NULL);
INSERT INTO client_new (id, callback) SELECT id, json_array(callback) FROM client;
DROP TABLE client;
ALTER TABLE client_new RENAME TO client;
