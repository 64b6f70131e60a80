# Four versions and a declarative plan with every operation: `init`, `freeze`, the gate, `verify` and `log`.
models=Sources/PostsModels

say 'two versions ship'
expect 0 schemaledger init -- 'Swift package, product PostsLedger'
expect 0 schemaledger trust -- 'build: swift build'
git add . && git commit -qm 'Keep a schema ledger'
expect 0 schemaledger freeze 1.0.0 -- 'froze 1.0.0'
expect 0 schemaledger freeze 2.0.0 -- 'froze 2.0.0'

say 'versions 3 and 4: a rename, and required properties that the plan fills'
cp "$later/PostsSchemaV3.swift" "$later/PostsSchemaV4.swift" "$later/PostsPlan.swift" $models/
cp "$later/MigrationChainTests.swift" Tests/PostsModelsTests/
git add . && expect 0 git commit -qm 'Authors, slugs and notes'
expect 0 schemaledger freeze 3.0.0 -- 'froze 3.0.0'
expect 0 schemaledger freeze 4.0.0 -- 'froze 4.0.0'
expect 0 schemaledger log -- '4.0.0' '3.0.0' '2.0.0' '1.0.0'
expect 0 schemaledger check

say 'every version ever frozen becomes the newest, with rows in it'
expect 0 schemaledger verify --all-history -- '4 migrate to today' 'stage 3.0.0 → 4.0.0 deletes 40 rows of ZDRAFT'
expect 0 schemaledger verify --pairs all -- '2.0.0 to 3.0.0' '10 steps in the work tree: 10 succeed'

say 'the package tests the same in swift test'
expect 0 swift test --disable-xctest -- 'Testing migration: 1.0.0 → HEAD' '✅ All migrations passed'

say 'an operation that overwrites values of users is found, with its stage'
sed -i.bak 's/Backfill(\\Fourth.Post.tagline, overwrite: false) { _ in "Draft" }/Backfill(\\Fourth.Post.content) { _ in "none" }/' \
  $models/PostsPlan.swift && rm $models/PostsPlan.swift.bak
expect 1 schemaledger verify --all-history -- 'SL305 error' 'values of ZPOST.ZBODY by a single value'
git restore .
