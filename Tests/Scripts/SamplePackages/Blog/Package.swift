// swift-tools-version: 6.1
import PackageDescription

/// Users, posts and comments, whose shipped versions say so in their source and are frozen by tests.
let package = Package(
  name: "Blog",
  platforms: [.macOS(.v14)],
  dependencies: [
    // The script that plays this package puts the folder of schemaledger here.
    .package(name: "schemaledger", path: Context.environment["SCHEMALEDGER_PACKAGE"] ?? "../../../..")
  ],
  targets: [
    .target(name: "BlogModels", dependencies: [.product(name: "SchemaFreezing", package: "schemaledger")]),
    .executableTarget(
      name: "BlogLedger", dependencies: ["BlogModels", .product(name: "SchemaTool", package: "schemaledger")]),
    .testTarget(name: "BlogModelsTests", dependencies: ["BlogModels"]),
  ],
  swiftLanguageModes: [.v6]
)
