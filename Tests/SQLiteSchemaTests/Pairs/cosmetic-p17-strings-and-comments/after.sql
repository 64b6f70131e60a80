CREATE TABLE t(a TEXT DEFAULT '), b INT -- ', "d)" TEXT -- CHECK(x)
 CHECK([d)] <> ')'));
