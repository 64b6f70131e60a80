CREATE TABLE t(a TEXT, b TEXT CHECK(a <> 'b'));
