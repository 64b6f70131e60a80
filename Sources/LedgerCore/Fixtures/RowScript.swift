internal import Digests
package import GitStore
internal import LedgerEntries
package import SQLiteSandbox
internal import SQLiteSchema
internal import SQLiteSyntax

/// Custom rows for the fixtures of a version: SQL in `rows/<version>.sql`, in the ledger's folder, which is run before
/// the fixture is migrated.
package struct RowScript: Sendable, Hashable {
  /// The reason why the rows could not be added.
  package struct Failure: Error, Equatable {
    package let error: LedgerError
  }

  /// The name of the folder of row scripts, in the ledger's folder.
  static let folder = "rows"

  /// The path from the top of the repository.
  package let path: String
  private let sql: String
  /// The SHA-256 digest of the file.
  package let digest: String

  /// - Throws: `LedgerError.notText`.
  init(path: String, bytes: [UInt8]) throws(LedgerError) {
    guard let sql = String(validating: bytes, as: UTF8.self) else { throw .notText(path: path) }
    self.path = path
    self.sql = sql
    digest = sha256(bytes)
  }

  /// Adds all of the rows, or none. The setting for foreign keys is not changed: some users' databases contain rows
  /// without a parent.
  ///
  /// - Throws: `Failure`, with the line.
  package func run(on database: ScratchDatabase) throws(Failure) {
    if let other = Script.firstOtherThanData(in: sql) {
      throw Failure(error: .rowsAreNoSchema(path: path, line: other.line, statement: other.word))
    }
    do {
      try database.execute("BEGIN")
      try database.execute(sql)
      try database.execute("COMMIT")
    } catch {
      if database.isInTransaction { try? database.execute("ROLLBACK") }
      let reason = error as? SchemaError ?? .sqlite(code: 1, message: "\(error)", sql: nil)
      throw Failure(error: .sqlFailed(path: path, line: Script.line(of: reason, in: sql), error: reason))
    }
  }
}

/// All row scripts of a ledger.
package struct RowScripts {
  private let scripts: [String: RowScript]

  /// Reads `rows/` of the ledger at `ledger`. Empty if the folder does not exist. Files other than SQL are skipped.
  ///
  /// - Throws: `LedgerError.notText`, `GitError`.
  package init(at ledger: String, in snapshot: FileSnapshot) throws {
    let folder = "\(ledger)/\(RowScript.folder)/"
    var scripts: [String: RowScript] = [:]
    for file in try snapshot.files(under: String(folder.dropLast())) where file.path.hasSuffix(".sql") {
      guard let bytes = try snapshot.read(file.path) else { continue }
      let name = String(file.path.dropFirst(folder.count).dropLast(4))
      scripts[name] = try RowScript(path: file.path, bytes: bytes)
    }
    self.scripts = scripts
  }

  /// Returns the fixture with the rows for its version.
  package func added(to fixture: FrozenFixture) -> FrozenFixture {
    var fixture = fixture
    fixture.rowScript = scripts[fixture.entry.version.name]
    return fixture
  }

  /// Findings for row scripts that do not belong to any of these fixtures, because their names are not the exact name
  /// of a version.
  package func unusedScripts(for fixtures: [FrozenFixture]) -> [Finding] {
    let versions = Set(fixtures.map(\.entry.version.name))
    return scripts.filter { !versions.contains($0.key) }.map(\.value.path).sorted().map(Finding.rowsOfNoVersion)
  }
}
