CREATE TABLE t(a TEXT, x TEXT, CHECK(a <> 'x'));
