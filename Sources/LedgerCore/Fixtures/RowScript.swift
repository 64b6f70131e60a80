internal import Digests
internal import Findings
package import GitStore
internal import LedgerEntries
internal import SQLiteData
package import SQLiteSandbox
internal import SQLiteSchema
internal import SQLiteSyntax

/// Custom rows for the fixtures of a version: SQL in the ledger's folder, which is run before the fixture is migrated.
/// `rows/<version>.sql` is run before rows are generated, `rows/<version>.after.sql` afterwards.
package struct RowScript: Sendable, Hashable {
  /// The reason why the rows could not be added.
  package struct Failure: Error, Equatable {
    package let error: LedgerError
  }

  /// The name of the folder of row scripts, in the ledger's folder.
  static let folder = "rows"
  /// The end of the name, without `.sql`, of a script that is run after rows were generated.
  fileprivate static let laterSuffix = ".after"

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

/// All row scripts of a ledger, and its profile.
package struct RowScripts {
  private let scripts: [String: RowScript]
  private let profile: DatabaseProfile?

  /// Reads `rows/` and `profile.json` of the ledger at `ledger`, as far as they exist. Files in `rows/` other than SQL
  /// are skipped.
  ///
  /// - Throws: `LedgerError.notText`, `.invalidProfile`, `GitError`.
  package init(at ledger: String, in snapshot: FileSnapshot) throws {
    let folder = "\(ledger)/\(RowScript.folder)/"
    var scripts: [String: RowScript] = [:]
    for file in try snapshot.files(under: String(folder.dropLast())) where file.path.hasSuffix(".sql") {
      guard let bytes = try snapshot.read(file.path) else { continue }
      let name = String(file.path.dropFirst(folder.count).dropLast(4))
      scripts[name] = try RowScript(path: file.path, bytes: bytes)
    }
    self.scripts = scripts
    let path = "\(ledger)/\(DatabaseProfile.fileName)"
    profile = try snapshot.read(path).map { try DatabaseProfile(path: path, bytes: $0) }
  }

  /// Returns the fixture with the rows for its version.
  package func added(to fixture: FrozenFixture) -> FrozenFixture {
    var fixture = fixture
    fixture.rowScript = scripts[fixture.entry.version.name]
    fixture.profile = profile
    fixture.laterRowScript = scripts[fixture.entry.version.name + RowScript.laterSuffix]
    return fixture
  }

  /// Findings for row scripts that do not belong to any of these fixtures, because their names are not the exact name
  /// of a version.
  package func unusedScripts(for fixtures: [FrozenFixture]) -> [Finding] {
    let versions = Set(fixtures.map(\.entry.version.name))
    func isUsed(_ name: String) -> Bool {
      let suffix = RowScript.laterSuffix
      return versions.contains(name)
        || (name.hasSuffix(suffix) && versions.contains(String(name.dropLast(suffix.count))))
    }
    return scripts.filter { !isUsed($0.key) }.sorted { $0.value.path < $1.value.path }.map { name, script in
      let near = NearMiss.versions(of: name, among: fixtures.map(\.entry.version.name).uniqued)
      return .rowsOfNoVersion(script.path, near: near.map { $0 + ".sql" })
    }
  }
}
