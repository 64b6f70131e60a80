CREATE TABLE t(c INT, [order] INT, [a b] INT);
