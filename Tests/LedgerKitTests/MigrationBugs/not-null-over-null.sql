-- A column becomes NOT NULL, and some rows have NULL in it.
--- before
CREATE TABLE account (id INTEGER PRIMARY KEY, email TEXT NOT NULL, display_name TEXT);
--- bug: SL301
CREATE TABLE account_new (id INTEGER PRIMARY KEY, email TEXT NOT NULL, display_name TEXT NOT NULL);
INSERT INTO account_new (id, email, display_name) SELECT id, email, display_name FROM account;
DROP TABLE account;
ALTER TABLE account_new RENAME TO account;
--- fixed
CREATE TABLE account_new (id INTEGER PRIMARY KEY, email TEXT NOT NULL, display_name TEXT NOT NULL);
INSERT INTO account_new (id, email, display_name) SELECT id, email, coalesce(display_name, '') FROM account;
DROP TABLE account;
ALTER TABLE account_new RENAME TO account;
