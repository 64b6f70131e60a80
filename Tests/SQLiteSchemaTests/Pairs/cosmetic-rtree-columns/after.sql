CREATE VIRTUAL TABLE "rt" USING rtree(id,minX,
  maxX);
