insert into ${People} (id, name) values (1, 'Axel'), (2, 'Mr. Foo');
