CREATE TABLE IF NOT EXISTS "schema_migrations" (version varchar(128) primary key);
CREATE TABLE users (
  id integer primary key,
  name varchar(255),
  email varchar(255) not null
, phone text);
-- Dbmate schema migrations
INSERT INTO "schema_migrations" (version) VALUES
  ('20240102030405'),
  ('20240203040506');
