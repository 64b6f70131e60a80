CREATE TABLE users(age INT, n NUMERIC, s, b BLOB);
