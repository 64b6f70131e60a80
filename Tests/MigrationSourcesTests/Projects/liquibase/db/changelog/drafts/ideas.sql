--liquibase formatted sql

--changeset ada:idea
CREATE TABLE ideas (id INTEGER PRIMARY KEY);
