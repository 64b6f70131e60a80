-- Rows without a partner do not survive an inner join.
--- before
CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE address (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL UNIQUE REFERENCES customer (id), city TEXT NOT NULL);
--- bug: SL304 customer
CREATE TABLE customer_new (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT);
INSERT INTO customer_new (id, name, city) SELECT c.id, c.name, a.city FROM customer AS c JOIN address AS a ON a.customer_id = c.id;
DROP TABLE address;
DROP TABLE customer;
ALTER TABLE customer_new RENAME TO customer;
--- fixed
CREATE TABLE customer_new (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT);
INSERT INTO customer_new (id, name, city) SELECT c.id, c.name, a.city FROM customer AS c LEFT JOIN address AS a ON a.customer_id = c.id;
DROP TABLE address;
DROP TABLE customer;
ALTER TABLE customer_new RENAME TO customer;
