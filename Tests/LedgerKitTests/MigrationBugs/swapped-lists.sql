-- The two lists of a copy are not in the same order.
--- before
CREATE TABLE route (id INTEGER PRIMARY KEY, origin TEXT NOT NULL, destination TEXT NOT NULL);
--- bug: SL306 route
CREATE TABLE route_new (id INTEGER PRIMARY KEY, origin TEXT NOT NULL, destination TEXT NOT NULL, note TEXT);
INSERT INTO route_new (id, destination, origin) SELECT id, origin, destination FROM route;
DROP TABLE route;
ALTER TABLE route_new RENAME TO route;
--- fixed
CREATE TABLE route_new (id INTEGER PRIMARY KEY, origin TEXT NOT NULL, destination TEXT NOT NULL, note TEXT);
INSERT INTO route_new (id, destination, origin) SELECT id, destination, origin FROM route;
DROP TABLE route;
ALTER TABLE route_new RENAME TO route;
