alter table person add column email text;
