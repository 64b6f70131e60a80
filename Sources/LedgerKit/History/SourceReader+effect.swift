internal import GitStore
internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources
internal import SQLiteSandbox
public import SQLiteSchema
internal import SQLiteSyntax

/// What a change makes of a schema, or, where the schema is the same, of statements.
public struct ChangeEffect: Sendable {
  /// How the schemas differ; nil where one of them does not run.
  public internal(set) var diff: SchemaDiff?
  /// Statements that are gone, in the form in which they are compared.
  public internal(set) var removed: [String] = []
  /// Statements that are new, in the same form.
  public internal(set) var added: [String] = []
}

extension SourceReader {
  /// What `change` leads to: the migrations that were there before, and those with what the commit made of them. What
  /// the commit adds behind them does not count.
  ///
  /// - Throws: `GitError`.
  func effect(of change: SourceChange, by commit: ObjectID) throws -> ChangeEffect {
    var effect = ChangeEffect()
    guard let parent = try repository.commitHeader(commit).parents.first,
      let old = try? definition(at: parent), let new = try? definition(at: commit)
    else { return effect }
    if change.isSchema {
      let settings = configuration.buildSettings()
      if let before = try? old.build(settings).schema, let after = try? new.build(settings).schema {
        effect.diff = SchemaDiff(from: before, to: after)
      }
      return effect
    }
    let known = Set((old.migrations ?? []).map(\.id)).union(change.after.map(\.id))
    let kept = (new.migrations ?? []).filter { known.contains($0.id) }
    if let before = schema(of: old.migrations ?? []), let after = schema(of: kept) {
      effect.diff = SchemaDiff(from: before, to: after)
    }
    let removed = statements(of: change.before, in: old)
    let added = statements(of: change.after, in: new)
    effect.removed = removed.filter { !added.contains($0) }
    effect.added = added.filter { !removed.contains($0) }
    return effect
  }

  private func schema(of migrations: [Migration]) -> CanonicalSchema? {
    try? {
      let database = try ScratchDatabase(stubs: configuration.stubs)
      for migration in migrations { try migration.run(on: database) }
      return try database.schema(ignoring: configuration.ignoredTables)
    }()
  }

  private func statements(of records: [MigrationRecord], in definition: SourceDefinition) -> [String] {
    let ids = Set(records.map(\.id))
    return (definition.migrations ?? []).filter { ids.contains($0.id) }.flatMap {
      Script.meaning(of: $0.up).split(separator: "\n").map(String.init)
    }
  }
}
