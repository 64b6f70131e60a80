SELECT count(*) FROM user;
