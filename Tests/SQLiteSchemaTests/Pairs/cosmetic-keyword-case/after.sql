create table t(a INT not null default 'Not Null' check(a is not null and a between 1 and 9));
