-- Foreign keys can be switched off outside of a transaction only.
-- migrate:up transaction:false
pragma foreign_keys = off;
alter table users add column phone text;

-- migrate:down transaction:false
alter table users drop column phone;
