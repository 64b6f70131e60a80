# GRDB's DatabaseMigrator with the recipe of Docs/Recipes.md: `init` names it, the gate and `verify` run its migrations.
migrations=Sources/JournalStore/Migrations.swift

say 'init names the migrator'
expect 2 schemaledger init -- "$migrations  (a DatabaseMigrator of GRDB:"
recipe() { awk '/^## /{ found = /GRDB/ } found && /^```yaml/{ yes = 1; next } /^```/{ yes = 0 } found && yes' "$1"; }
recipe "$SCHEMALEDGER_PACKAGE/Docs/Recipes.md" > schemaledger.yml
grep -q 'kind: command' schemaledger.yml || fail 'Docs/Recipes.md has no recipe for GRDB'
expect 0 schemaledger trust -- 'swift run'
expect 0 schemaledger hook install
git add . && git commit -qm 'Keep a schema ledger'

say 'version 1 ships'
expect 0 schemaledger freeze 1.0.0 -- 'froze 1.0.0'
expect 0 schemaledger show 1.0.0 --sql -- 'CREATE TABLE note'
expect 0 schemaledger check

say 'an edit of a migration that has shipped is stopped'
sed -i.bak 's/"title", .text).notNull()/"title", .text).notNull().collate(.nocase)/' $migrations && rm $migrations.bak
expect 1 git commit -qam 'Titles are sorted without case' -- 'SL302' 'column.collation note.title: NOCASE'
git restore --staged --worktree .

say 'a new migration is not, and verify runs it with rows'
sed -i.bak 's/^  return migrator/  migrator.registerMigration("favourites") { db in\
    try db.alter(table: "note") { $0.add(column: "isFavourite", .boolean).notNull().defaults(to: false) }\
  }\
  return migrator/' $migrations && rm $migrations.bak
expect 0 git commit -qam 'Notes can be favourites'
expect 0 schemaledger verify --all-history -- '1 reaches today'
expect 0 schemaledger freeze 1.1.0 -- 'froze 1.1.0'
expect 0 schemaledger log -- 'column.added note.isFavourite'

say 'a past commit is built in a checkout'
expect 0 schemaledger freeze 1.0.1 --at HEAD~3 --no-commit -- '1.0.1'
