// swift-tools-version: 6.1
import PackageDescription

/// A blog's posts: four versions of models, and a declarative plan that uses every operation.
let package = Package(
  name: "Posts",
  platforms: [.macOS(.v15)],
  dependencies: [
    // Tests/Scripts/SamplePackages/run sets the folder of schemaledger.
    .package(
      name: "schemaledger", path: Context.environment["SCHEMALEDGER_PACKAGE"] ?? "../../../..",
      traits: ["SchemaTool"])
  ],
  targets: [
    .target(
      name: "PostsModels",
      dependencies: [
        .product(name: "SchemaFreezing", package: "schemaledger"),
        .product(name: "SchemaMigration", package: "schemaledger"),
      ]),
    .executableTarget(
      name: "PostsLedger", dependencies: ["PostsModels", .product(name: "SchemaTool", package: "schemaledger")]),
    .testTarget(
      name: "PostsModelsTests",
      dependencies: ["PostsModels", .product(name: "SchemaTesting", package: "schemaledger")]),
  ],
  swiftLanguageModes: [.v6]
)
