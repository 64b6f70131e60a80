--liquibase formatted sql

--changeset ada:create-users
--comment: People who can sign in
CREATE TABLE users (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL
);
--rollback DROP TABLE users;

--changeset ada:users-email labels:v1.1 context:"app"
ALTER TABLE users ADD COLUMN email TEXT;
--rollback ALTER TABLE users DROP COLUMN email;

--changeset grace:case-insensitive dbms:postgresql
CREATE EXTENSION citext;
