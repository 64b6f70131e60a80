# A DatabaseMigrator of GRDB: `init`, `freeze`, the gate by the sources, and `verify` with the migrations' own code.
source=Sources/InventoryDatabase

say 'two migrations ship'
expect 0 schemaledger init -- 'Swift package, product InventoryLedger'
recipe() { awk '/^## /{ found = /GRDB/ } found && /^```yaml/{ yes = 1; next } /^```/{ yes = 0 } found && yes' "$1"; }
[ "$(sed -n '/^source:/,$p' schemaledger.yml)" = "$(recipe "$SCHEMALEDGER_PACKAGE/Docs/Recipes.md")" ] ||
  fail 'Docs/Recipes.md has another configuration'
expect 0 schemaledger trust -- 'build: swift build'
git add . && git commit -qm 'Keep a schema ledger'
expect 0 schemaledger freeze 1.0.0 -- 'froze 1.0.0' '2 migrations'

say 'a migration with Swift code'
cp "$later/Two.swift" $source/LaterMigrations.swift
expect 0 git commit -qam 'Slugs'
expect 0 schemaledger verify --all-history -- '1.0.0'
expect 0 schemaledger freeze 2.0.0 -- 'froze 2.0.0' '3 migrations'

say 'a released migration must not change, be renamed, or get another one before it'
sed -i.bak 's/"price", .integer/"price", .double/' $source/Inventory.swift && rm $source/Inventory.swift.bak
expect 1 schemaledger check -- 'SL202 error' '::items'
git restore .
sed -i.bak 's/row\["name"\]$/row["name"] ?? ""/' $source/LaterMigrations.swift && rm $source/LaterMigrations.swift.bak
expect 1 schemaledger check -- 'SL202 error' '::slugs'
git restore .
sed -i.bak 's/"slugs"/"add slugs"/' $source/LaterMigrations.swift && rm $source/LaterMigrations.swift.bak
expect 1 schemaledger check -- 'SL204 error' "slugs"
git restore .
sed -i.bak 's/registerLaterMigrations(&migrator)/migrator.registerMigration("early") { db in try db.execute(sql: "DELETE FROM item WHERE id < 0") }\n    &/' \
  $source/Inventory.swift && rm $source/Inventory.swift.bak
expect 1 schemaledger check -- 'SL205 error' "early"
git restore .

say 'a rebuild loses the rows without a price'
cp "$later/Three.swift" $source/LaterMigrations.swift
expect 1 schemaledger verify --all-history -- 'SL304 error' 'item'
sed -i.bak 's/ WHERE price >= 0//' $source/LaterMigrations.swift && rm $source/LaterMigrations.swift.bak
expect 0 schemaledger verify --all-history -- '2 migrate to today'
expect 0 git commit -qam 'Prices in cents'
expect 0 schemaledger freeze 3.0.0 -- 'froze 3.0.0'

say 'a past commit is built in a checkout'
expect 0 schemaledger freeze 2.0.1 --at HEAD~1 --no-commit -- '2.0.1'
