CREATE TABLE t(a TEXT CHECK(a <> "x"), x TEXT);
