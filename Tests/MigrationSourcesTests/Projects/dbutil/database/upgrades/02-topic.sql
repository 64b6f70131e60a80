-- v2 (compatible with v1+): Add the topic of a room
ALTER TABLE room ADD COLUMN topic TEXT;
