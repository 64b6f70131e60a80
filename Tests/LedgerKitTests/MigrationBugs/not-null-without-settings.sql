-- A value is looked up in another table, and one user has no row there.
--- before
CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE settings (id INTEGER PRIMARY KEY, user_id INTEGER NOT NULL UNIQUE REFERENCES user (id), theme TEXT NOT NULL);
--- bug: SL301
CREATE TABLE user_new (id INTEGER PRIMARY KEY, name TEXT NOT NULL, theme TEXT NOT NULL);
INSERT INTO user_new (id, name, theme) SELECT id, name, (SELECT theme FROM settings WHERE user_id = user.id) FROM user;
DROP TABLE settings;
DROP TABLE user;
ALTER TABLE user_new RENAME TO user;
--- fixed
CREATE TABLE user_new (id INTEGER PRIMARY KEY, name TEXT NOT NULL, theme TEXT NOT NULL);
INSERT INTO user_new (id, name, theme)
  SELECT id, name, coalesce((SELECT theme FROM settings WHERE user_id = user.id), 'light') FROM user;
DROP TABLE settings;
DROP TABLE user;
ALTER TABLE user_new RENAME TO user;
