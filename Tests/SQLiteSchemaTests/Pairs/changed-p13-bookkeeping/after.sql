CREATE TABLE t(a INT);
CREATE TABLE schema_migrations_log(version TEXT);
CREATE TABLE xsqlx_migrations(version TEXT);
CREATE TABLE goose_db_versions(id INT);
