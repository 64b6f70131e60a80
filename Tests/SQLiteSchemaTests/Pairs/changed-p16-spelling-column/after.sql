CREATE TABLE users(Names TEXT);
