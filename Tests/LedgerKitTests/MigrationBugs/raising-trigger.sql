-- A trigger that forbids changes forbids them to a migration too.
--- before
CREATE TABLE ledger_line (id INTEGER PRIMARY KEY, amount INTEGER NOT NULL, currency TEXT NOT NULL);
CREATE TRIGGER ledger_line_is_final BEFORE UPDATE ON ledger_line BEGIN
  SELECT RAISE(ABORT, 'lines are final');
END;
--- bug: SL301
ALTER TABLE ledger_line ADD COLUMN exponent INTEGER NOT NULL DEFAULT 2;
UPDATE ledger_line SET exponent = 0 WHERE currency <> '';
--- fixed
ALTER TABLE ledger_line ADD COLUMN exponent INTEGER NOT NULL DEFAULT 2;
