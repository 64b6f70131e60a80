# Prints migration number N of a project with wide tables: awk -v n=N -f wide.awk
#
# The first 24 migrations create 31 tables of about 40 columns, each with foreign keys, seven indexes and four triggers.
# A version is frozen after each of them. The next 50 are pending: every second one rebuilds a table, as SQLite's manual
# recommends (https://www.sqlite.org/lang_altertable.html#otheralter), and the others add columns, fill them, and create
# indexes and triggers. One of them deletes rows, so that a verification has a finding.
function name(i) { return "record_" i }
function parent(i) { return "record_" int(i / 2) }

function columns(i,    text, c) {
  text = "  id INTEGER PRIMARY KEY,\n  code TEXT NOT NULL UNIQUE,\n"
  if (i > 0) text = text "  parent_id INTEGER REFERENCES " parent(i) " (id) ON DELETE CASCADE,\n"
  if (i > 1) text = text "  owner_id INTEGER NOT NULL REFERENCES record_0 (id),\n"
  text = text "  status TEXT NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'paused', 'closed', 'it''s gone')),\n"
  text = text "  settings TEXT CHECK (settings IS NULL OR json_valid(settings)),\n"
  text = text "  created_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,\n  updated_at TEXT,\n"
  for (c = 1; c <= 10; c++) text = text "  label_" c " TEXT" (c % 3 ? "" : " NOT NULL DEFAULT ''") ",\n"
  for (c = 1; c <= 10; c++) text = text "  amount_" c " INTEGER" (c % 3 ? "" : " NOT NULL DEFAULT " c) ",\n"
  for (c = 1; c <= 5; c++) text = text "  ratio_" c " REAL CHECK (ratio_" c " IS NULL OR ratio_" c " > -1e9),\n"
  for (c = 1; c <= 6; c++) text = text "  is_flag_" c " BOOLEAN NOT NULL DEFAULT 0,\n"
  return text "  note TEXT"
}
function names(i,    text, c) {
  text = "id, code" (i > 0 ? ", parent_id" : "") (i > 1 ? ", owner_id" : "") ", status, settings, created_at, updated_at"
  for (c = 1; c <= 10; c++) text = text ", label_" c
  for (c = 1; c <= 10; c++) text = text ", amount_" c
  for (c = 1; c <= 5; c++) text = text ", ratio_" c
  for (c = 1; c <= 6; c++) text = text ", is_flag_" c
  return text ", note"
}
function indexes(i,    t) {
  t = name(i)
  if (i > 0) print "CREATE INDEX " t "_parent ON " t " (parent_id);"
  print "CREATE INDEX " t "_label ON " t " (label_1 COLLATE NOCASE, label_2);"
  print "CREATE INDEX " t "_amounts ON " t " (amount_1, amount_2 DESC, amount_3);"
  print "CREATE INDEX " t "_open ON " t " (created_at) WHERE status = 'open';"
  print "CREATE INDEX " t "_lower ON " t " (lower(label_3), is_flag_1);"
  print "CREATE UNIQUE INDEX " t "_flagged ON " t " (code, label_3) WHERE is_flag_2;"
  print "CREATE INDEX " t "_ratio ON " t " (ratio_1, ratio_2, note);"
}
function triggers(i,    t) {
  t = name(i)
  print "CREATE TRIGGER " t "_updated AFTER UPDATE OF label_1, label_2, amount_1, note ON " t " BEGIN"
  print "  UPDATE " t " SET updated_at = '2020-01-01 00:00:00' WHERE id = NEW.id;"
  print "END;"
  print "CREATE TRIGGER " t "_inserted AFTER INSERT ON " t " BEGIN"
  print "  INSERT INTO journal (kind, name, content) VALUES ('insert', '" t "',"
  print "    json_object('code', NEW.code, 'status', NEW.status, 'label', NEW.label_1, 'amount', NEW.amount_1));"
  print "END;"
  print "CREATE TRIGGER " t "_deleted AFTER DELETE ON " t " BEGIN"
  print "  INSERT INTO journal (kind, name, content) VALUES ('delete', '" t "', OLD.code);"
  print "END;"
  print "CREATE TRIGGER " t "_checked BEFORE UPDATE OF amount_1 ON " t " WHEN NEW.amount_1 < -1000000000 BEGIN"
  print "  SELECT raise(ABORT, 'the amount is too small');"
  print "END;"
}
function create(i) {
  print "CREATE TABLE " name(i) " (\n" columns(i) "\n);"
  indexes(i)
  triggers(i)
}
# Rebuilds a table with one CHECK more. Its added columns are kept.
function rebuild(i,    t, added, c) {
  t = name(i)
  print "PRAGMA foreign_keys = OFF;\nBEGIN;"
  for (c in extra) if (extra[c] == i) added = added ", extra_" c
  print "CREATE TABLE new_" t " (\n" columns(i)
  for (c in extra) if (extra[c] == i) print ",\n  extra_" c " TEXT NOT NULL DEFAULT 'none'"
  print ",\n  CHECK (length(code) < 1000000)\n);"
  print "INSERT INTO new_" t " (" names(i) added ") SELECT " names(i) added " FROM " t ";"
  print "DROP TABLE " t ";\nALTER TABLE new_" t " RENAME TO " t ";"
  indexes(i)
  triggers(i)
  for (c in extra) if (extra[c] == i) print "CREATE INDEX " t "_extra_" c " ON " t " (extra_" c ");"
  print "COMMIT;\nPRAGMA foreign_keys = ON;"
}
# Adds a column, fills it, and indexes it.
function extend(i, n,    t) {
  t = name(i)
  print "ALTER TABLE " t " ADD COLUMN extra_" n " TEXT NOT NULL DEFAULT 'none';"
  print "UPDATE " t " SET extra_" n " = coalesce(label_1, code) WHERE note IS NOT NULL;"
  print "CREATE INDEX " t "_extra_" n " ON " t " (extra_" n ");"
}
BEGIN {
  if (n == 1) {
    print "CREATE TABLE journal (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, content TEXT);"
    for (i = 0; i <= 7; i++) create(i)
  } else if (n <= 23) {
    create(n + 6)
    print "UPDATE " name(n % 7) " SET note = upper(label_1) WHERE note IS NULL;"
  } else if (n == 24) {
    create(30)
  } else {
    step = n - 24
    for (k = 1; k < step; k++) if (k % 2 == 0) extra[k] = (k * 7) % 31
    if (step % 2) rebuild((step * 7) % 31)
    else extend((step * 7) % 31, step)
    if (step == 40) print "DELETE FROM " name(5) " WHERE is_flag_3 AND amount_2 > 100;"
  }
}
