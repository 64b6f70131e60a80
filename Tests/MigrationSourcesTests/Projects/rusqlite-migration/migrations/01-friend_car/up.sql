CREATE TABLE friend (name TEXT);
