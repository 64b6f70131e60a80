CREATE TABLE food (name TEXT);
