CREATE UNIQUE INDEX user_email ON user (email);
