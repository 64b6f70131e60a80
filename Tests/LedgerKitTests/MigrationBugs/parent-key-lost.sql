-- P23. The parent loses the unique index that a child refers to: with foreign keys on, each later INSERT fails.
--- before
CREATE TABLE product (id INTEGER PRIMARY KEY, code TEXT, price INTEGER);
CREATE UNIQUE INDEX product_code ON product (code);
CREATE TABLE line (id INTEGER PRIMARY KEY, code TEXT REFERENCES product (code));
--- bug: SL308 line
DROP INDEX product_code;
CREATE INDEX product_code_price ON product (code, price);
--- fixed
CREATE INDEX product_code_price ON product (code, price);
