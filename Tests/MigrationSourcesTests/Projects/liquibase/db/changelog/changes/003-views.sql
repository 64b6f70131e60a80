--liquibase formatted sql

--changeset grace:recent-notes runOnChange:true runInTransaction:false
DROP VIEW IF EXISTS recent_notes;
--ignoreLines:1
SELECT * FROM a_table_that_only_the_author_has;
CREATE VIEW recent_notes AS SELECT id, body FROM notes ORDER BY id DESC LIMIT 10;
