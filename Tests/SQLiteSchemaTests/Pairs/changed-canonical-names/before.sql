-- Names that are the same to Unicode, and not to SQLite.
CREATE TABLE "é" (a);
CREATE TABLE "é" (b);
CREATE TABLE t (id INTEGER PRIMARY KEY, "é" TEXT, "é" TEXT);
CREATE INDEX "ié" ON t ("é");
CREATE INDEX "ié" ON t ("é");
