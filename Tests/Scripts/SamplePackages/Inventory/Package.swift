// swift-tools-version: 6.1
import PackageDescription

/// A shop's inventory in a database of GRDB: the migrations are closures of a DatabaseMigrator.
let package = Package(
  name: "Inventory",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    // Tests/Scripts/SamplePackages/run sets the folder of schemaledger.
    .package(
      name: "schemaledger", path: Context.environment["SCHEMALEDGER_PACKAGE"] ?? "../../../..",
      traits: ["SchemaTool"]),
  ],
  targets: [
    .target(name: "InventoryDatabase", dependencies: [.product(name: "GRDB", package: "GRDB.swift")]),
    .executableTarget(
      name: "InventoryLedger",
      dependencies: ["InventoryDatabase", .product(name: "MigratorTool", package: "schemaledger")]),
  ],
  swiftLanguageModes: [.v6]
)
