# Macros freeze, check and migrate versions in `swift test`. The program freezes identical entries.

say 'the first test run freezes, and migrates what it froze'
expect 0 swift test --disable-xctest -- '✅ Frozen schema 1.0.0' '✅ Frozen schema 2.0.0' '✅ Drift detection passed' \
  'Testing migration: 1.0.0 → HEAD' 'Testing migration: 2.0.0 → HEAD' '✅ All migrations passed'

say 'the program freezes byte for byte the same'
mv SchemaLedger/Fixtures "$world/frozen-by-tests" && rm -r SchemaLedger
expect 0 schemaledger init -- 'Swift package, product BlogLedger'
expect 0 schemaledger trust -- 'build: swift build'
git add . && git commit -qm 'Keep a schema ledger'
expect 0 schemaledger freeze 1.0.0 -- 'froze 1.0.0'
expect 0 schemaledger freeze 2.0.0 -- 'froze 2.0.0'
expect 0 diff -r "$world/frozen-by-tests" SchemaLedger/Fixtures
expect 0 schemaledger check
expect 0 schemaledger verify --all-history -- '2 migrate to today'

say 'test files are written once, and pass'
expect 0 schemaledger generate schema-tests -- \
  'wrote    Tests/BlogModelsTests/AppSchemaV1_DriftTests.swift' \
  'wrote    Tests/BlogModelsTests/AppSchemaV2_DriftTests.swift'
expect 0 schemaledger generate migration-tests --from-schema 1.0.0 --to-schema 2.0.0 -- \
  'wrote    Tests/BlogModelsTests/MigrateV1_0_0toV2_0_0_Tests.swift'
expect 0 schemaledger generate schema-tests -- \
  'skipped  Tests/BlogModelsTests/AppSchemaV1_DriftTests.swift  (already exists)'
expect 0 swift test --disable-xctest -- 'AppSchemaV2, frozen as 2.0.0' '1.0.0 → 2.0.0'

say 'an edit of what has shipped fails the tests'
sed -i.bak 's/public var name: String$/public var name: String?/' Sources/BlogModels/AppSchemaV1.swift
rm Sources/BlogModels/AppSchemaV1.swift.bak
expect 1 swift test --disable-xctest -- 'Schema drift detected in frozen version 1.0.0' 'User.name: was required, is optional'
git restore .
