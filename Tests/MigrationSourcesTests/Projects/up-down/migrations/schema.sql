CREATE TABLE users (id, name);
