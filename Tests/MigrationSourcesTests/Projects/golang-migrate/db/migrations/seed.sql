INSERT INTO link (url) VALUES ('https://sqlite.org');
