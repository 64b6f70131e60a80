-- +migrate Up notransaction
PRAGMA journal_mode = wal;

-- +migrate Down
-- Nothing to undo.
