CREATE TABLE "Select"("From" INT);
