CREATE TABLE t([a""b] INT);
