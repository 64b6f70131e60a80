// swift-tools-version: 6.2
import CompilerPluginSupport
import Foundation
import PackageDescription

/// Every target is built with these, so that the compiler holds the layers of `Docs/Architecture.md`:
/// an imported type cannot leak into a public signature unless its import says `public`.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// The conditions of products that SchemaModel does not need. A package that only uses SchemaModel disables the traits of
/// this one with `traits: []`, and then does not fetch them. If one target, even of tests, used such a product without a
/// condition, every user would fetch it.
let program = TargetDependencyCondition.when(traits: ["Program"])
let schemaTool = TargetDependencyCondition.when(traits: ["SchemaTool"])
/// The reader of SwiftData sources, which needs swift-syntax.
let sourceReader = TargetDependencyCondition.when(traits: ["SourceReader"])

let package = Package(
  name: "schemaledger",
  // iOS is for SchemaModel and the libraries for apps. Without a version, SwiftPM assumes one that has no Mutex.
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .executable(name: "schemaledger", targets: ["schemaledger"]),
    .plugin(name: "SchemaledgerPlugin", targets: ["SchemaledgerPlugin"]),
    .library(name: "SchemaModel", targets: ["SchemaModel"]),
    .library(name: "SchemaFreezing", targets: ["SchemaFreezing"]),
    .library(name: "SchemaTool", targets: ["SchemaTool"]),
    .library(name: "MigratorTool", targets: ["MigratorTool"]),
    .library(name: "SchemaMigration", targets: ["SchemaMigration"]),
    .library(name: "SchemaTesting", targets: ["SchemaTesting"]),
    .library(name: "SchemaInspection", targets: ["SchemaInspection"]),
    // Requested on Linux only: their modules have the names of a system framework and of another package.
    .library(name: "SwiftData", targets: ["SwiftData"]),
    .library(name: "AppleStubs", targets: ["AppleStubs"]),
    .library(name: "FreezeRay", targets: ["FreezeRay"]),
    .library(name: "StrataCore", targets: ["StrataCore"]),
    .library(name: "StrataTesting", targets: ["StrataTesting"]),
    .library(name: "StrataInspect", targets: ["StrataInspect"]),
    .library(name: "Percy", targets: ["Percy"]),
  ],
  traits: [
    .default(enabledTraits: ["Program", "SchemaTool", "SourceReader"]),
    .trait(name: "Program", description: "The program schemaledger, with the packages that only it needs."),
    .trait(
      name: "SchemaTool", description: "The products SchemaTool and MigratorTool, which need swift-argument-parser."),
    .trait(
      name: "SourceReader", description: "Sources of kind swiftdata in the program, which need swift-syntax."),
  ],
  dependencies: [
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.0"),
    .package(url: "https://github.com/onevcat/Rainbow", from: "4.2.0"),
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CLibgit2", pkgConfig: "libgit2",
      providers: [.apt(["libgit2-dev"]), .brew(["libgit2"])]),
    .target(name: "CMemory"),
    .target(name: "CConfinement"),
    .target(name: "CGitStore", dependencies: ["CLibgit2", "CMemory"]),
    .target(name: "CSQLite", dependencies: ["CMemory"], linkerSettings: [.linkedLibrary("sqlite3")]),
    .systemLibrary(
      name: "CLibcrypto", pkgConfig: "libcrypto",
      providers: [.apt(["libssl-dev"]), .yum(["openssl-devel"])]),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"]), .yum(["zlib-devel"])]),
    .target(
      name: "Digests",
      dependencies: [.target(name: "CLibcrypto", condition: .when(platforms: [.linux]))],
      swiftSettings: strict),
    .target(name: "CanonicalJSON", swiftSettings: strict),
    .target(name: "Decompression", dependencies: ["CZlib"], swiftSettings: strict),
    .target(name: "SystemCalls", swiftSettings: strict),
    .target(
      name: "EntityModel",
      dependencies: ["CanonicalJSON", "Decompression", "Digests"],
      swiftSettings: strict),
    .target(name: "Markup", swiftSettings: strict),
    .target(name: "CoreDataModels", dependencies: ["EntityModel", "Markup"], swiftSettings: strict),
    .target(
      name: "GitStore",
      dependencies: [
        "CGitStore", "CLibgit2", "CMemory", "CivilCalendar", "Decompression", "Digests", "SystemCalls",
        .product(name: "Subprocess", package: "swift-subprocess", condition: program),
      ],
      swiftSettings: strict),
    .target(name: "CivilCalendar", swiftSettings: strict),
    .target(name: "DiagramLayout", swiftSettings: strict),
    .target(name: "PathPatterns", swiftSettings: strict),
    .target(
      name: "BoundedYAML", dependencies: [.product(name: "Yams", package: "Yams", condition: program)],
      swiftSettings: strict),
    .target(
      name: "SwiftProjects",
      dependencies: [
        "BoundedYAML", "Markup", "PathPatterns", .product(name: "Yams", package: "Yams", condition: program),
      ],
      swiftSettings: strict),
    .target(
      name: "ProjectModels",
      dependencies: [
        "CoreDataModels", "Digests", "EntityModel", "GitStore", "SwiftProjects",
        .byName(name: "SourceModels", condition: sourceReader),
      ],
      swiftSettings: strict),
    .target(name: "Findings", swiftSettings: strict),
    // The JSON of reports, which the program writes and the page of `report` reads.
    .target(name: "ReportDocuments", dependencies: ["CanonicalJSON", "Findings"], swiftSettings: strict),
    .target(name: "SQLiteSyntax", swiftSettings: strict),
    .target(
      name: "SQLiteSchema",
      dependencies: [
        "SQLiteSyntax",
        .product(name: "GRDB", package: "GRDB.swift"), "Digests",
      ],
      swiftSettings: strict),
    .target(
      name: "SQLiteSandbox",
      dependencies: [
        "CMemory", "CSQLite", "Digests", "SQLiteSyntax", "SQLiteSchema", "SystemCalls",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      swiftSettings: strict),
    .target(
      name: "SQLiteData",
      dependencies: [
        "CSQLite", "CivilCalendar", "SQLiteSyntax", "SQLiteSchema", "SQLiteSandbox",
        .product(name: "GRDB", package: "GRDB.swift"), "Digests",
      ],
      swiftSettings: strict),
    .target(
      name: "SQLiteLint",
      dependencies: [
        "CSQLite", "CanonicalJSON", "Findings", "SQLiteSyntax", "SQLiteSchema", "SQLiteSandbox",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "HashTreeCollections", package: "swift-collections", condition: program),
      ],
      swiftSettings: strict),
    .target(
      name: "LedgerEntries",
      dependencies: ["Digests", "CanonicalJSON", "Findings", "SQLiteSandbox", "SQLiteSchema", "SQLiteSyntax"],
      swiftSettings: strict),
    .target(
      name: "MigrationSources",
      dependencies: [
        "BoundedYAML", "CanonicalJSON", "GitStore", "SQLiteSandbox", "SQLiteSchema", "SQLiteSyntax", "Digests",
        .byName(name: "SourceModels", condition: sourceReader),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Yams", package: "Yams", condition: program),
      ],
      swiftSettings: strict),
    .target(
      name: "LedgerCore",
      dependencies: [
        "Findings",
        "Digests",
        "BoundedYAML", "CanonicalJSON", "CivilCalendar", "EntityModel", "GitStore", "LedgerEntries",
        "MigrationSources", "PathPatterns", "ProjectModels", "SQLiteData", "SQLiteLint", "SQLiteSandbox",
        "SQLiteSchema", "SQLiteSyntax",
        "SystemCalls",
        .product(name: "Subprocess", package: "swift-subprocess", condition: program),
        .product(name: "Yams", package: "Yams", condition: program),
      ],
      swiftSettings: strict),
    .target(
      name: "LedgerKit",
      dependencies: [
        "Findings",
        "Digests",
        "CanonicalJSON", "EntityModel", "GitStore", "LedgerCore", "LedgerEntries", "MigrationSources",
        "PathPatterns", "ProjectModels", "SQLiteData", "SQLiteLint", "SQLiteSandbox", "SQLiteSchema", "SQLiteSyntax",
        "SwiftProjects", "SystemCalls",
      ],
      swiftSettings: strict),
    .target(
      name: "SwiftSourceText",
      dependencies: [
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftBasicFormat", package: "swift-syntax"),
        .product(name: "SwiftParser", package: "swift-syntax"),
      ],
      swiftSettings: strict),
    .target(
      name: "SourceModels",
      dependencies: [
        "EntityModel", "SwiftSourceText",
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftParser", package: "swift-syntax"),
      ],
      swiftSettings: strict),
    .target(
      name: "MacroExpansions",
      dependencies: [
        "SwiftSourceText",
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
        .product(name: "SwiftBasicFormat", package: "swift-syntax"),
        .product(name: "SwiftDiagnostics", package: "swift-syntax"),
        .product(name: "SwiftIfConfig", package: "swift-syntax"),
        .product(name: "SwiftParser", package: "swift-syntax"),
      ],
      swiftSettings: strict),
    .macro(
      name: "SchemaModelMacros",
      dependencies: [
        "MacroExpansions",
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
        .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
      ],
      swiftSettings: strict),
    // A function of Swift's runtime.
    .target(name: "CReferences"),
    .target(
      name: "SchemaModel",
      dependencies: [
        "CReferences", "EntityModel", "SchemaModelMacros",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      swiftSettings: strict),
    .target(
      name: "SchemaTool",
      dependencies: [
        "EntityModel", "SchemaModel",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: schemaTool),
      ],
      swiftSettings: strict),
    .target(
      name: "MigratorTool",
      dependencies: [
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: schemaTool),
      ],
      swiftSettings: strict),
    .target(
      name: "SchemaFreezing",
      dependencies: [
        "EntityModel", "SchemaModel", "SchemaModelMacros", "LedgerEntries", "SQLiteSandbox", "SQLiteSchema",
        "SystemCalls",
        "Digests",
      ],
      swiftSettings: strict),
    .target(
      name: "SchemaMigration",
      dependencies: ["EntityModel", "SchemaModel", "SystemCalls", .product(name: "GRDB", package: "GRDB.swift")],
      swiftSettings: strict),
    .target(
      name: "SchemaInspection",
      dependencies: ["EntityModel", "SQLiteSandbox", "SQLiteSchema", "SQLiteSyntax", "SchemaMigration", "SchemaModel"],
      swiftSettings: strict),
    .target(
      name: "SchemaTesting",
      dependencies: [
        "CanonicalJSON", "CivilCalendar", "Digests", "EntityModel", "SchemaFreezing", "SchemaMigration", "SchemaModel",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: strict),
    .target(
      name: "Percy", dependencies: ["EntityModel", "SchemaMigration", "SchemaModel"], swiftSettings: strict),
    .target(name: "StrataCore", dependencies: ["SchemaMigration", "SchemaModel"], swiftSettings: strict),
    .target(name: "StrataTesting", dependencies: ["SchemaTesting"], swiftSettings: strict),
    .target(name: "StrataInspect", dependencies: ["SchemaInspection"], swiftSettings: strict),
    .target(name: "SwiftData", dependencies: ["SchemaModel"], swiftSettings: strict),
    // Names of Apple's frameworks, for the parts of apps that `stages: run` compiles on Linux.
    .target(name: "AppleStubs", swiftSettings: strict),
    .target(
      name: "FreezeRay", dependencies: ["SchemaFreezing", "SchemaModel", "SchemaModelMacros"], swiftSettings: strict),
    .executableTarget(name: "schemaledger", dependencies: ["SchemaledgerProgram"], swiftSettings: strict),
    // Runs the installed program. If it depended on the executable, a package that uses it would have to compile the program.
    .plugin(
      name: "SchemaledgerPlugin",
      capability: .command(
        intent: .custom(
          verb: "schemaledger", description: "Run the installed schemaledger; without arguments, its command check."),
        permissions: []),
      path: "Sources/SchemaledgerPlugin"),
    // The pages of Docs, for `explain` and `help`.
    .target(name: "CUnicodeData"),
    .target(name: "CManual"),
    .target(name: "Manual", dependencies: ["CManual"], swiftSettings: strict),
    .target(name: "VisibleText", swiftSettings: strict),
    // The page of `report`.
    .target(name: "CReportPage", exclude: ["page.css", "page.js"]),
    .target(
      name: "ReportPage",
      dependencies: [
        "CReportPage", "CanonicalJSON", "DiagramLayout", "Digests", "Findings", "Manual", "ReportDocuments",
        "SQLiteSyntax", "VisibleText",
      ],
      swiftSettings: strict),
    .target(
      name: "SchemaledgerProgram",
      dependencies: [
        "Findings",
        "CConfinement", "CMemory", "CUnicodeData", "Digests",
        "CanonicalJSON", "EntityModel", "LedgerCore", "LedgerEntries", "LedgerKit", "GitStore", "Manual",
        "MigrationSources", "ReportDocuments", "ReportPage",
        "SQLiteData", "SQLiteSandbox",
        "SQLiteSchema", "SQLiteSyntax", "SystemCalls", "VisibleText",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: program),
        .product(name: "Rainbow", package: "Rainbow", condition: program),
        .product(name: "Subprocess", package: "swift-subprocess", condition: program),
      ],
      swiftSettings: strict),
    .target(
      name: "TestSupport", dependencies: ["GitStore"], path: "Tests/TestSupport", swiftSettings: strict),
    .testTarget(name: "GitStoreTests", dependencies: ["Digests", "GitStore", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "SystemCallsTests", dependencies: ["SystemCalls"], swiftSettings: strict),
    .testTarget(name: "DecompressionTests", dependencies: ["Decompression"], swiftSettings: strict),
    .testTarget(name: "DigestsTests", dependencies: ["Digests"], swiftSettings: strict),
    .testTarget(name: "CanonicalJSONTests", dependencies: ["CanonicalJSON", "TestSupport"], swiftSettings: strict),
    .executableTarget(
      name: "LayoutLines", dependencies: ["EntityModel"], path: "Tests/Scripts/CoreDataRules/Layouts",
      swiftSettings: strict),
    .executableTarget(
      name: "WrittenStore", dependencies: ["SchemaModel"], path: "Tests/Scripts/CoreDataRules/Written",
      swiftSettings: strict),
    .executableTarget(
      name: "SampleReports", dependencies: ["CanonicalJSON", "Findings", "Manual", "ReportDocuments", "ReportPage"],
      path: "Tests/Scripts/Report/Samples",
      swiftSettings: strict),
    .target(name: "EntityTestSupport", path: "Tests/EntityTestSupport", swiftSettings: strict),
    .testTarget(
      name: "SourceModelsTests", dependencies: ["SourceModels", "EntityModel"], swiftSettings: strict),
    .testTarget(
      name: "ProjectModelsTests", dependencies: ["ProjectModels", "EntityModel", "GitStore"], swiftSettings: strict),
    .testTarget(
      name: "EntityModelTests",
      dependencies: [
        "EntityModel", "EntityTestSupport", "CanonicalJSON", "SQLiteSandbox", "SQLiteSchema", "Digests",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      exclude: ["Stores"], swiftSettings: strict),
    .testTarget(
      name: "CoreDataModelsTests", dependencies: ["CoreDataModels", "EntityModel", "Markup"], exclude: ["Models"],
      swiftSettings: strict),
    .testTarget(
      name: "SchemaInspectionTests",
      dependencies: [
        "SchemaInspection", "SchemaMigration", "SchemaModel",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "SchemaTestingTests",
      dependencies: ["EntityModel", "SchemaFreezing", "SchemaMigration", "SchemaModel", "SchemaTesting"],
      exclude: ["__Snapshots__"], swiftSettings: strict),
    .testTarget(
      name: "SchemaFreezingTests", dependencies: ["LedgerEntries", "SchemaFreezing", "SchemaModel", "SQLiteSandbox"],
      exclude: ["FreezeRay"],
      swiftSettings: strict),
    .testTarget(
      name: "SchemaMigrationTests",
      dependencies: [
        "SchemaMigration", "SchemaModel", "StrataCore", "EntityModel",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "MigrationKill", dependencies: ["Percy", "SchemaMigration", "SchemaModel"],
      path: "Tests/Scripts/KillLoop/Migration", swiftSettings: strict),
    .testTarget(
      name: "SchemaModelTests",
      dependencies: [
        "Digests",
        "SchemaModel", "SourceModels", "EntityModel", "EntityTestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "PercyTests",
      dependencies: ["Percy", "SchemaMigration", "SchemaModel", .product(name: "GRDB", package: "GRDB.swift")],
      swiftSettings: strict),
    // SwiftData persists constants, which the compiler allows only in this language mode.
    .testTarget(
      name: "SchemaModelSwift5Tests", dependencies: ["SchemaModel"],
      swiftSettings: strict + [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "SchemaModelMainActorTests", dependencies: ["SchemaModel"],
      swiftSettings: strict + [.defaultIsolation(MainActor.self)]),
    .testTarget(
      name: "MacroExpansionsTests",
      dependencies: [
        "MacroExpansions", "SwiftSourceText",
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftDiagnostics", package: "swift-syntax"),
        .product(name: "SwiftIfConfig", package: "swift-syntax"),
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacrosGenericTestSupport", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacroExpansion", package: "swift-syntax"),
      ],
      exclude: ["API/SwiftData.txt"], swiftSettings: strict),
    .target(
      name: "SQLiteTestSupport",
      dependencies: ["Findings", "SQLiteSyntax", "SQLiteSchema", "SQLiteSandbox", "SQLiteLint"],
      path: "Tests/SQLiteTestSupport", swiftSettings: strict),
    .testTarget(
      name: "MigratorToolTests", dependencies: ["MigratorTool", .product(name: "GRDB", package: "GRDB.swift")],
      swiftSettings: strict),
    .testTarget(name: "DiagramLayoutTests", dependencies: ["DiagramLayout"], swiftSettings: strict),
    .testTarget(name: "CivilCalendarTests", dependencies: ["CivilCalendar"], swiftSettings: strict),
    .testTarget(name: "SwiftProjectsTests", dependencies: ["SwiftProjects"], swiftSettings: strict),
    .testTarget(name: "SQLiteSyntaxTests", dependencies: ["SQLiteSyntax"], swiftSettings: strict),
    .testTarget(
      name: "SQLiteSchemaTests", dependencies: ["SQLiteSyntax", "SQLiteSchema", "SQLiteSandbox", "SQLiteTestSupport"],
      exclude: ["Pairs"], swiftSettings: strict),
    .testTarget(
      name: "SQLiteSandboxTests", dependencies: ["SQLiteSandbox", "SQLiteSchema", "SQLiteSyntax", "SQLiteTestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "SQLiteDataTests",
      dependencies: [
        "SQLiteSchema", "SQLiteSandbox", "SQLiteData", "SQLiteSyntax", "SQLiteTestSupport", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "SQLiteLintTests",
      dependencies: ["Findings", "SQLiteSandbox", "SQLiteLint", "SQLiteSyntax", "SQLiteTestSupport", "TestSupport"],
      swiftSettings: strict),
    .target(
      name: "LedgerTestSupport",
      dependencies: [
        "Findings",
        "Digests", "GitStore", "LedgerCore", "LedgerEntries", "MigrationSources", "SQLiteData", "SQLiteLint",
        "SQLiteSandbox",
        "SQLiteSchema", "SQLiteSyntax", "TestSupport",
      ],
      path: "Tests/LedgerTestSupport", swiftSettings: strict),
    .testTarget(
      name: "MigrationSourcesTests",
      dependencies: [
        "CanonicalJSON", "Digests", "GitStore", "LedgerCore", "LedgerEntries", "LedgerTestSupport", "MigrationSources",
        "SQLiteData",
        "SQLiteLint",
        "SQLiteSandbox",
        "SQLiteSchema", "SQLiteSyntax",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      exclude: ["Projects"], swiftSettings: strict),
    .testTarget(
      name: "LedgerCoreTests",
      dependencies: [
        "Findings",
        "Digests",
        "CanonicalJSON", "EntityModel", "GitStore", "LedgerCore", "LedgerEntries", "LedgerTestSupport",
        "Manual", "MigrationSources", "PathPatterns",
        "SQLiteData", "SQLiteLint", "SQLiteSandbox",
        "SQLiteSchema", "SQLiteSyntax", "SQLiteTestSupport", "TestSupport",
        .product(name: "Yams", package: "Yams", condition: program),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "LedgerKitTests",
      dependencies: [
        "Findings",
        "Digests",
        "CanonicalJSON", "EntityModel", "GitStore", "LedgerCore", "LedgerEntries", "LedgerKit", "LedgerTestSupport",
        "MigrationSources", "PathPatterns", "SQLiteData", "SQLiteLint", "SQLiteSandbox",
        "SQLiteSchema", "SQLiteSyntax", "TestSupport",
      ],
      exclude: ["MigrationBugs"], swiftSettings: strict),
    .testTarget(name: "ManualTests", dependencies: ["Manual"], swiftSettings: strict),
    .testTarget(
      name: "ReportPageTests",
      dependencies: [
        "CanonicalJSON", "DiagramLayout", "Digests", "Findings", "Manual", "ReportDocuments", "ReportPage",
        "SQLiteSyntax",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "OutputTests",
      dependencies: [
        "CanonicalJSON", "Findings", "LedgerCore", "LedgerKit", "ReportDocuments", "ReportPage", "SQLiteSyntax",
        "SchemaledgerProgram", "VisibleText",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "HostProgram",
      dependencies: [
        "CSQLite", "LedgerKit", "SQLiteData", "SQLiteSandbox", "SchemaFreezing", "SchemaInspection", "SchemaModel",
      ],
      path: "Tests/HostProgram", swiftSettings: strict),
    .testTarget(
      name: "SessionTests", dependencies: ["HostProgram", "schemaledger", "TestSupport"],
      exclude: ["Sessions", "Help", "BadInput/Cases", "SARIF"],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)

// On Apple's systems, `import SwiftData` in these tests would be the system's framework. They are built like the targets of
// a package that uses the products: without the settings of the other targets.
#if os(Linux)
  package.targets += [
    .testTarget(name: "SwiftDataTests", dependencies: ["SwiftData"], exclude: ["FrozenModels/model.json"]),
    .testTarget(name: "FreezeRayTests", dependencies: ["FreezeRay", "SwiftData"]),
  ]
#endif

/// The fuzz targets are tests, and a program for `make fuzz`, which sets this variable.
let fuzzed: [Target.Dependency] = [
  "CSQLite", "CanonicalJSON", "EntityModel", "Findings", "SQLiteSyntax", "SQLiteSchema", "SQLiteSandbox", "SQLiteData",
  "SQLiteLint",
  "LedgerEntries", "MigrationSources", "LedgerCore", "LedgerKit", "GitStore",
]
if Context.environment["SCHEMALEDGER_FUZZING"] == nil {
  package.targets.append(
    .testTarget(
      name: "FuzzingTests",
      dependencies: fuzzed + [
        "SchemaledgerProgram", .product(name: "ArgumentParser", package: "swift-argument-parser", condition: program),
      ],
      path: "Tests/Fuzzing", exclude: ["Program", "Regressions"],
      swiftSettings: strict))
} else {
  package.targets.append(
    .executableTarget(
      name: "Fuzzing", dependencies: fuzzed, path: "Tests/Fuzzing",
      exclude: ["FuzzingTests.swift", "Regressions", "Reports"],
      swiftSettings: strict))
}

/// What `make bench` measures models with; it sets this variable.
if Context.environment["SCHEMALEDGER_BENCH"] != nil {
  package.targets.append(
    .executableTarget(
      name: "ModelBench",
      dependencies: ["SchemaMigration", "SchemaModel", .product(name: "GRDB", package: "GRDB.swift")],
      path: "Tests/Scripts/Bench/Models", swiftSettings: strict))
}

// `make install` installs the libraries that `stages: run` compiles, as a package without the program and the tests.
func isPresent(_ target: Target) -> Bool {
  let path = target.path ?? (target.isTest ? "Tests/" : "Sources/") + target.name
  return FileManager.default.fileExists(atPath: Context.packageDirectory + "/" + path)
}
if !FileManager.default.fileExists(atPath: Context.packageDirectory + "/Tests") {
  package.targets.removeAll { !isPresent($0) }
  let names = Set(package.targets.map(\.name))
  package.products.removeAll { product in !((product as? Product.Library)?.targets.allSatisfy(names.contains) ?? false)
  }
}
