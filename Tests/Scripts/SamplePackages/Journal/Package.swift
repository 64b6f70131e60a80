// swift-tools-version: 6.1
import PackageDescription

/// A database whose migrations are code, GRDB's `DatabaseMigrator`, and the program of Docs/Recipes.md that runs them.
let package = Package(
  name: "Journal",
  platforms: [.macOS(.v15)],
  dependencies: [.package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0")],
  targets: [
    .target(name: "JournalStore", dependencies: [.product(name: "GRDB", package: "GRDB.swift")]),
    .executableTarget(
      name: "journal-migrate", dependencies: ["JournalStore", .product(name: "GRDB", package: "GRDB.swift")]),
  ],
  swiftLanguageModes: [.v6]
)
