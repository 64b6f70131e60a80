internal import GitStore
internal import LedgerCore
internal import MigrationSources
internal import SQLiteSandbox
internal import SQLiteSchema
internal import SQLiteSyntax

/// SQL files near a schema file that change its tables, such as `upgrades/2.sql` beside `schema1.sql`. The schema file is then
/// not the schema of a database that a program has upgraded.
///
/// The files are run. One whose change the schema file already has fails, or changes nothing. One that an older version needed
/// may run too; it does not count if a table has fewer columns afterwards, or if all files of its folder make the schema of
/// the schema file.
struct SchemaUpgrades {
  /// The first file that changes a table.
  let path: String
  let table: String
  /// The files of its folder that run after the schema file, in the order of their paths.
  private(set) var files: [String] = []

  private static let maximumCount = 200

  /// - Parameter others: SQL files that are not among those of `trial`.
  /// - Returns: `nil` if no file changes a table, or if the schema files do not run.
  /// - Throws: `GitError`.
  init?(of trial: SourceTrial, among others: [OtherScripts.File], in snapshot: FileSnapshot) throws {
    guard let before = trial.schema,
      case .scripts(let own) = try? DatabaseConfiguration(source: trial.source).schemaSource.read(from: snapshot)
        .creation
    else { return nil }
    var stubs = trial.stubs
    func schema(of steps: [Migration]) -> CanonicalSchema? {
      try? SourceTrial.run(
        SourceDefinition(kind: "schema", creation: .scripts(steps), forward: nil), as: .sqlite, adding: &stubs)
    }
    var scripts: [(folder: String, step: Migration)] = []
    for file in others.prefix(Self.maximumCount) where !ScriptFolder.undoes(file.name) {
      guard let bytes = try snapshot.read(file.path), let step = try? Migration(script: file.path, bytes) else {
        continue
      }
      scripts.append((OtherScripts.File.folder(of: file.path), step))
    }
    let folders = Dictionary(grouping: scripts, by: \.folder).filter {
      schema(of: $1.map(\.step))?.digest != before.digest
    }
    var steps = own
    var found: (script: (folder: String, step: Migration), table: Identifier)?
    var run: [(folder: String, step: Migration)] = []
    for script in scripts where folders[script.folder] != nil {
      guard let after = schema(of: steps + [script.step]) else { continue }
      steps.append(script.step)
      run.append(script)
      if found == nil, let table = before.tables.first(where: { Self.isChanged($0, before, after) }) {
        found = (script, table.name)
      }
    }
    guard let found else { return nil }
    path = found.script.step.path
    table = found.table.text
    files = run.filter { $0.folder == found.script.folder }.map(\.step.path)
  }

  /// Whether a table, or its indexes and triggers, changed without the loss of a column.
  private static func isChanged(_ table: CanonicalTable, _ before: CanonicalSchema, _ after: CanonicalSchema) -> Bool {
    guard let other = after.tables.first(where: { $0.name == table.name }),
      Set(table.columns.map(\.name)).isSubset(of: other.columns.map(\.name))
    else { return false }
    func objects(_ schema: CanonicalSchema) -> [CanonicalObject] {
      (schema.indexes + schema.triggers).filter { $0.table == table.name }
    }
    return other.sql != table.sql || objects(before) != objects(after)
  }
}
