-- P22. A quoted name that no column has is a text.
--- before
CREATE TABLE supplier (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
--- bug: SL307 supplier.name
CREATE TABLE "supplier_new" ("id" INTEGER PRIMARY KEY, "name" TEXT NOT NULL, "country" TEXT);
INSERT INTO "supplier_new" ("id", "name") SELECT "id", "nmae" FROM "supplier";
DROP TABLE "supplier";
ALTER TABLE "supplier_new" RENAME TO "supplier";
--- fixed
CREATE TABLE "supplier_new" ("id" INTEGER PRIMARY KEY, "name" TEXT NOT NULL, "country" TEXT);
INSERT INTO "supplier_new" ("id", "name") SELECT "id", "name" FROM "supplier";
DROP TABLE "supplier";
ALTER TABLE "supplier_new" RENAME TO "supplier";
