BEGIN;
INSERT INTO account SELECT value, 'account ' || value, '2024-01-01' FROM generate_series(1, 20);
INSERT INTO folder SELECT value, value % 20 + 1, 'folder ' || value FROM generate_series(1, 100);
INSERT INTO note SELECT value, (value * 7 + :seed) % 100 + 1, 'note ' || value,
  replace(printf('%.*c', 20 + value % 20, 'x'), 'x', 'word' || (value * (:seed + 7) % 997) || ' '),
  '2024-02-' || (value % 28 + 1) FROM generate_series(1, 2100);
INSERT INTO tag SELECT value, 'tag ' || value FROM generate_series(1, 50);
INSERT INTO note_tag SELECT value / 2 + 1, value % 50 + 1 FROM generate_series(1, 4000);
INSERT INTO event SELECT value, value % 2100 + 1, iif(value % 3, 'open', 'edit'), value * 1.5
  FROM generate_series(1, 14000);
COMMIT;
