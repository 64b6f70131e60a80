// swift-tools-version: 6.1
import PackageDescription

/// A package with SQL migrations that has schemaledger's command plugin, and uses none of its libraries.
let package = Package(
  name: "Errands",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "schemaledger", path: Context.environment["SCHEMALEDGER_PACKAGE"] ?? "../../../..", traits: [])
  ],
  targets: [.target(name: "Errands")],
  swiftLanguageModes: [.v6]
)
