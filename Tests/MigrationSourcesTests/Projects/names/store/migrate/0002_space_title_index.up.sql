CREATE INDEX spaces_title ON spaces (title);
