select * from person;
