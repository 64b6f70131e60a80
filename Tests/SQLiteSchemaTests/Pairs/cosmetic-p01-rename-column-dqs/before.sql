CREATE TABLE t(b TEXT CHECK(b <> "x"));
CREATE INDEX i ON t(b || "y");
