CREATE TABLE "t"("a" INT, "b" TEXT);
CREATE INDEX "i" ON "t"("b");
