CREATE TABLE t(a TEXT CHECK(a <> 'a'));
