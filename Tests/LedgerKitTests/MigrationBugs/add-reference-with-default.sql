-- P23. With foreign keys on, a new column that refers to another table has to default to NULL, if there are rows.
--- before
CREATE TABLE owner (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
INSERT INTO owner VALUES (1, 'nobody');
CREATE TABLE pet (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
--- bug: SL301
ALTER TABLE pet ADD COLUMN owner_id INTEGER NOT NULL DEFAULT 1 REFERENCES owner (id);
CREATE INDEX pet_owner ON pet (owner_id);
--- fixed
ALTER TABLE pet ADD COLUMN owner_id INTEGER REFERENCES owner (id);
UPDATE pet SET owner_id = 1;
CREATE INDEX pet_owner ON pet (owner_id);
