-- v3 -> v5: Keep the state
-- only: postgres for next 2 lines
ALTER TABLE room DROP COLUMN IF EXISTS state;
ALTER TABLE room ADD COLUMN state jsonb;
-- only: sqlite until "end only"
ALTER TABLE room ADD COLUMN state TEXT;
UPDATE room SET state = '{}';
-- end only sqlite
