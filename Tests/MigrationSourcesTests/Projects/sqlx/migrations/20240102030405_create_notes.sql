-- Add migration script here
CREATE TABLE notes (id INTEGER PRIMARY KEY, body TEXT NOT NULL);
