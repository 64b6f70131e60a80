// swift-tools-version: 6.1
import PackageDescription

/// A workout diary: four models in three versions, and the executable that names its migration plan.
let package = Package(
  name: "Carac",
  platforms: [.macOS(.v15)],
  dependencies: [
    // Tests/Scripts/SamplePackages/run sets the folder of schemaledger.
    .package(
      name: "schemaledger", path: Context.environment["SCHEMALEDGER_PACKAGE"] ?? "../../../..",
      traits: ["SchemaTool"])
  ],
  targets: [
    .target(name: "CaracModels", dependencies: [.product(name: "SchemaModel", package: "schemaledger")]),
    .executableTarget(
      name: "CaracLedger", dependencies: ["CaracModels", .product(name: "SchemaTool", package: "schemaledger")]),
  ],
  swiftLanguageModes: [.v6]
)
