-- An UPDATE that was meant for one row.
--- before
CREATE TABLE login (id INTEGER PRIMARY KEY, name TEXT NOT NULL, role TEXT NOT NULL);
--- bug: SL305 login.role
UPDATE login SET role = 'admin';
--- fixed
UPDATE login SET role = 'admin' WHERE id = 1 AND name = 'root';
