// swift-tools-version: 6.1
import PackageDescription

/// Users, posts and comments. Macros mark the released versions, which the tests freeze.
let package = Package(
  name: "Blog",
  platforms: [.macOS(.v15)],
  dependencies: [
    // Tests/Scripts/SamplePackages/run sets the folder of schemaledger.
    .package(
      name: "schemaledger", path: Context.environment["SCHEMALEDGER_PACKAGE"] ?? "../../../..",
      traits: ["SchemaTool"])
  ],
  targets: [
    .target(name: "BlogModels", dependencies: [.product(name: "SchemaFreezing", package: "schemaledger")]),
    .executableTarget(
      name: "BlogLedger", dependencies: ["BlogModels", .product(name: "SchemaTool", package: "schemaledger")]),
    .testTarget(name: "BlogModelsTests", dependencies: ["BlogModels"]),
  ],
  swiftLanguageModes: [.v6]
)
