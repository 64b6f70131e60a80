create table ${people} (
  id int not null,
  name varchar(100) not null
);
