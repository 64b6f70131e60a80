-- || binds tighter than + and -, so the text becomes a number, and those of different rows are equal.
--- before
CREATE TABLE files (id INTEGER PRIMARY KEY, photo_id INTEGER, file_uid TEXT, is_primary BOOLEAN, is_sidecar BOOLEAN, is_missing BOOLEAN, deleted_at DATETIME);
--- bug: SL301
ALTER TABLE files ADD COLUMN media_id TEXT;
CREATE UNIQUE INDEX files_media ON files (media_id);
UPDATE files SET media_id = CASE WHEN is_missing = 0 AND deleted_at IS NULL THEN (hex(100000000000 - photo_id) || '-' || 1 + is_sidecar - is_primary || '-' || file_uid) END;
--- fixed
ALTER TABLE files ADD COLUMN media_id TEXT;
CREATE UNIQUE INDEX files_media ON files (media_id);
UPDATE files SET media_id = CASE WHEN is_missing = 0 AND deleted_at IS NULL THEN (hex(100000000000 - photo_id) || '-' || (1 + is_sidecar - is_primary) || '-' || id) END;
