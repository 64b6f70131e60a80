CREATE VIRTUAL TABLE rt USING rtree(id, minX, maxX);
INSERT INTO rt VALUES(1, 0, 1), (2, 5, 6);
