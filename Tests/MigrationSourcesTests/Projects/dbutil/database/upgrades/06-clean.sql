-- v6 (compatible with v3+): Remove receipts without a room
-- transaction: off
DELETE FROM receipt WHERE room_id NOT IN (SELECT room_id FROM room);
