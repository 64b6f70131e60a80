-- Affinity makes 7 of 007: what looks like a number is one from then on.
--- before
CREATE TABLE parcel (id INTEGER PRIMARY KEY, postcode TEXT NOT NULL);
--- bug: SL305 parcel.postcode
CREATE TABLE parcel_new (id INTEGER PRIMARY KEY, postcode INTEGER NOT NULL);
INSERT INTO parcel_new (id, postcode) SELECT id, postcode FROM parcel;
DROP TABLE parcel;
ALTER TABLE parcel_new RENAME TO parcel;
--- fixed
CREATE TABLE parcel_new (id INTEGER PRIMARY KEY, postcode VARCHAR(16) NOT NULL);
INSERT INTO parcel_new (id, postcode) SELECT id, postcode FROM parcel;
DROP TABLE parcel;
ALTER TABLE parcel_new RENAME TO parcel;
