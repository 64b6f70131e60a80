-- v3: Change the primary key of receipts
-- transaction: sqlite-fkey-off
CREATE TABLE receipt_new (room_id TEXT NOT NULL REFERENCES room (room_id), event_id TEXT NOT NULL, PRIMARY KEY (room_id, event_id));
INSERT INTO receipt_new SELECT room_id, event_id FROM receipt;
DROP TABLE receipt;
ALTER TABLE receipt_new RENAME TO receipt;
