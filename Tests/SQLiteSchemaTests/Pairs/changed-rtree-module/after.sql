CREATE VIRTUAL TABLE rt USING rtree_i32(id, minX, maxX);
