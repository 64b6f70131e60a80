CREATE INDEX songs_title ON songs (title);
