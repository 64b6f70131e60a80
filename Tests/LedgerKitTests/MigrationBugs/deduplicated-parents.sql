-- Duplicates are deleted on purpose; what hangs on them was not meant.
--- before
CREATE TABLE tag (id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind INTEGER NOT NULL DEFAULT 0 CHECK (kind IN (0, 1)));
CREATE TABLE item (id INTEGER PRIMARY KEY, tag_id INTEGER NOT NULL REFERENCES tag (id) ON DELETE CASCADE, text TEXT NOT NULL);
CREATE INDEX item_tag ON item (tag_id);
--- bug: SL304 item
DELETE FROM tag WHERE id NOT IN (SELECT min(id) FROM tag GROUP BY kind);
--- fixed
-- schemaledger:allow SL318 items move to the tag that remains
UPDATE item SET tag_id = (SELECT min(keep.id) FROM tag AS keep JOIN tag AS own ON keep.kind = own.kind WHERE own.id = item.tag_id);
-- schemaledger:allow SL318 one tag of each kind remains
DELETE FROM tag WHERE id NOT IN (SELECT min(id) FROM tag GROUP BY kind);
