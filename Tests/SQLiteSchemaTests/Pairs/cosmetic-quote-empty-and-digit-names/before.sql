CREATE TABLE "1st"("" INT, "2" INT, "a-b" TEXT);
