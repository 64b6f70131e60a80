internal import Foundation
public import GitStore
public import LedgerCore
internal import LedgerEntries

/// Generates tests for the Swift schemas that declare a frozen version, and for migrations from one version to another.
/// An existing file is never overwritten.
public struct TestScaffold {
  /// A test file.
  public struct File: Sendable, Hashable {
    /// The path from the top of the repository.
    public let path: String
    /// False if the file existed already and was left unchanged.
    public let isWritten: Bool
  }

  private let root: String
  private let configuration: DatabaseConfiguration
  private let present: FileSnapshot
  private var declarations = SwiftDeclarations()

  /// Reads the Swift sources of the work tree, except build products and tests.
  ///
  /// - Throws: `LedgerError.bareRepository`, `GitError`.
  public init(for configuration: DatabaseConfiguration, in repository: Repository) throws {
    guard let root = repository.root else { throw LedgerError.bareRepository(path: repository.gitDirectory) }
    self.root = root
    self.configuration = configuration
    present = try repository.snapshot(.workTree)
    for file in try present.files(under: "") where file.path.hasSuffix(".swift") {
      let parts = file.path.split(separator: "/")
      guard !parts.contains(where: { $0.hasPrefix(".build") || $0 == "Tests" || $0 == "Package.swift" }),
        let text = try present.read(file.path).flatMap({ String(validating: $0, as: UTF8.self) })
      else { continue }
      declarations.read(text, at: file.path)
    }
  }

  /// Writes a test file for each frozen schema, which compares the schema with the frozen one.
  ///
  /// - Parameter version: the version, or `nil` for all.
  /// - Throws: `LedgerError.noFrozenSchema`, `.file`.
  public func schemaTests(_ version: String?) throws -> [File] {
    let schemas = try version.map { [try schema($0)] } ?? declarations.schemas
    guard !schemas.isEmpty else { throw LedgerError.noFrozenSchema(version: nil, known: []) }
    return try schemas.map { schema in
      // One type may be frozen as several versions.
      let isOnly = declarations.schemas.count { $0.name == schema.name } == 1
      let name = schema.name.identifier + (isOnly ? "" : "_" + schema.version.identifier)
      let text = """
        import SchemaFreezing
        import Testing

        \(Self.imports([schema.path]))@Suite("\(schema.name), frozen as \(schema.version)")
        struct \(name)_DriftTests {
          @Test("the schema is the frozen one")
          func drift() throws {
            try \(schema.name).__freezeray_check_\(schema.version.identifier)()
          }
        }

        """
      return try write(text, to: "\(Self.testFolder(schema.path))/\(name)_DriftTests.swift")
    }
  }

  /// Writes a test file that migrates the fixture of one version to another version.
  ///
  /// - Throws: `LedgerError.noFrozenSchema`, `.fixture`, `.noPlan`, `.severalPlans`, `.file`.
  public func migrationTests(from source: String, to destination: String) throws -> File {
    let (from, to) = (try schema(source), try schema(destination))
    let (source, destination) = (from.version, to.version)
    let fixture = Ledger.fixturesFolder(of: configuration.ledger) + "/" + source
    guard try present.read(fixture + "/" + Entry.fileName) != nil else {
      throw LedgerError.notFrozen(version: source, folder: fixture)
    }
    guard let plan = declarations.plans.first else { throw LedgerError.noPlan }
    guard declarations.plans.count == 1 else { throw LedgerError.severalPlans(declarations.plans.map(\.name)) }
    let name = "MigrateV\(source.identifier)toV\(destination.identifier)_Tests"
    let text = """
      import SchemaFreezing
      import Testing

      \(Self.imports([from.path, to.path, plan.path]))@Suite("\(source) → \(destination)", .serialized)
      struct \(name) {
        @Test("a database of \(source) migrates to \(destination)")
        func migration() throws {
          try SchemaLedgerRuntime.testMigration(
            from: \(from.name).self, to: \(to.name).self, migrationPlan: \(plan.name).self)
          // TODO: Check the migrated data.
        }
      }

      """
    return try write(text, to: "\(Self.testFolder(plan.path))/\(name).swift")
  }

  private func schema(_ version: String) throws -> SwiftDeclarations.FrozenSchema {
    let declared = declarations.schemas.map(\.version)
    let names = VersionNames(names: declared, last: declared.compactMap { try? Version($0) }.max()?.name)
    let name = try names.version(named: version)
    guard let schema = declarations.schemas.first(where: { $0.version == name }) else {
      throw LedgerError.noFrozenSchema(version: version, known: declared)
    }
    return schema
  }

  // MARK: Files

  private func write(_ text: String, to path: String) throws(LedgerError) -> File {
    let url = URL(fileURLWithPath: root + "/" + path)
    guard !FileManager.default.fileExists(atPath: url.path) else { return File(path: path, isWritten: false) }
    do {
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url, options: .withoutOverwriting)
    } catch {
      throw .file(path: path, error: error)
    }
    return File(path: path, isWritten: true)
  }

  /// `Models` for `Sources/Models/V1.swift`.
  private static func module(of path: String) -> (folder: [Substring], name: Substring)? {
    let parts = path.split(separator: "/")
    guard let sources = parts.lastIndex(of: "Sources"), parts.count > sources + 2 else { return nil }
    return (Array(parts[..<sources]), parts[sources + 1])
  }

  private static func imports(_ paths: [String]) -> String {
    let modules = Set(paths.compactMap { module(of: $0).map { String($0.name).identifier } }).sorted()
    return modules.isEmpty ? "" : modules.map { "@testable import \($0)\n" }.joined() + "\n"
  }

  private static func testFolder(_ path: String) -> String {
    guard let module = module(of: path) else { return "Tests" }
    return (module.folder.map(String.init) + ["Tests", "\(module.name)Tests"]).joined(separator: "/")
  }
}

extension String {
  /// The text with `_` for each character that an identifier must not contain.
  fileprivate var identifier: String {
    String(map { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_" ? $0 : "_" })
  }
}
