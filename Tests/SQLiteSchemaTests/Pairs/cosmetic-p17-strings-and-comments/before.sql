CREATE TABLE t(a TEXT DEFAULT '), b INT -- '/* ), c */, [d)] TEXT CHECK("d)" <> ')'));
