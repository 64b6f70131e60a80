CREATE VIEW v AS SELECT "name" AS n FROM sqlite_master;
