-- P23. The default of a new column has to pass its own CHECK, if there are rows.
--- before
CREATE TABLE product (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
--- bug: SL301
ALTER TABLE product ADD COLUMN stock INTEGER NOT NULL DEFAULT 0 CHECK (stock > 0);
--- fixed
ALTER TABLE product ADD COLUMN stock INTEGER NOT NULL DEFAULT 0 CHECK (stock >= 0);
