-- P34. STRICT takes no 9.99 in an INTEGER column.
--- before
CREATE TABLE fee (id INTEGER PRIMARY KEY, amount DECIMAL(10, 2) NOT NULL);
--- bug: SL301
CREATE TABLE fee_new (id INTEGER PRIMARY KEY, amount INTEGER NOT NULL) STRICT;
INSERT INTO fee_new (id, amount) SELECT id, amount FROM fee;
DROP TABLE fee;
ALTER TABLE fee_new RENAME TO fee;
--- fixed
CREATE TABLE fee_new (id INTEGER PRIMARY KEY, amount ANY NOT NULL) STRICT;
INSERT INTO fee_new (id, amount) SELECT id, amount FROM fee;
DROP TABLE fee;
ALTER TABLE fee_new RENAME TO fee;
