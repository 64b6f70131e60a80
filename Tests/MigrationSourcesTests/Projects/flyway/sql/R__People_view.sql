drop view if exists people;
create view people as select id, name from person;
