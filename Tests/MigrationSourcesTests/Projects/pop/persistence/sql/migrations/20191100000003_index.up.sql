CREATE INDEX CONCURRENTLY sessions_id ON sessions (id);
