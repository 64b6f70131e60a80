CREATE TABLE t(b TEXT CHECK(b <> "x"));
