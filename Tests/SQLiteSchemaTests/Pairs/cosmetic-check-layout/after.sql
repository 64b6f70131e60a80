CREATE TABLE t(a TEXT, b INT, CHECK(
  case when a glob '[a-z]*'
    then cast ( a as integer ) is not null
    else b not in ( 1,2 )
  end));
