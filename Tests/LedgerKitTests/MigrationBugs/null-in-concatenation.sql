-- NULL || text is NULL: whoever has no last name has no name at all.
--- before
CREATE TABLE person (id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT);
--- bug: SL301
CREATE TABLE person_new (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL);
INSERT INTO person_new (id, full_name) SELECT id, first_name || ' ' || last_name FROM person;
DROP TABLE person;
ALTER TABLE person_new RENAME TO person;
--- fixed
CREATE TABLE person_new (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL);
INSERT INTO person_new (id, full_name) SELECT id, first_name || coalesce(' ' || last_name, '') FROM person;
DROP TABLE person;
ALTER TABLE person_new RENAME TO person;
