CREATE VIEW v AS SELECT "name" AS n FROM pragma_database_list;
