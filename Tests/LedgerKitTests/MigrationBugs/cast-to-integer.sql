-- CAST cuts off what stands behind the point.
--- before
CREATE TABLE offer (id INTEGER PRIMARY KEY, price REAL NOT NULL);
--- bug: SL305 offer.price
CREATE TABLE offer_new (id INTEGER PRIMARY KEY, price INTEGER NOT NULL);
INSERT INTO offer_new (id, price) SELECT id, CAST(price AS INTEGER) FROM offer;
DROP TABLE offer;
ALTER TABLE offer_new RENAME TO offer;
--- fixed
CREATE TABLE offer_new (id INTEGER PRIMARY KEY, price NUMERIC NOT NULL);
INSERT INTO offer_new (id, price) SELECT id, price FROM offer;
DROP TABLE offer;
ALTER TABLE offer_new RENAME TO offer;
