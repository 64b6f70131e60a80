CREATE TABLE t(a Integer, b varchar(10), c text);
