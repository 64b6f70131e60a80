-- v3: Change the primary key of receipts
-- transaction: sqlite-fkey-off
ALTER TABLE receipt DROP CONSTRAINT receipt_pkey;
ALTER TABLE receipt ADD PRIMARY KEY (room_id, event_id);
