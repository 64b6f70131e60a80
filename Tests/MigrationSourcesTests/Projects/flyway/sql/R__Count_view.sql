drop view if exists people_count;
create view people_count as select count(*) as n from person;
