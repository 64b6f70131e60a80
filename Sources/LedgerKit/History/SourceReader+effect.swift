internal import GitStore
internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources
internal import SQLiteSandbox
public import SQLiteSchema
internal import SQLiteSyntax

/// The effect of a change on the schema and on the statements.
public struct ChangeEffect: Sendable {
  /// The difference between the schemas, or `nil` if one of them does not run.
  public internal(set) var diff: SchemaDiff?
  /// Removed statements, in the normalised form in which they are compared.
  public internal(set) var removed: [String] = []
  /// Added statements, in the same form.
  public internal(set) var added: [String] = []
}

extension SourceReader {
  /// Compares the schema of the migrations before the commit with the schema of the same migrations as the commit
  /// changed them. Further migrations that the commit adds do not count.
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
    if let before = schema(of: old.before + (old.migrations ?? [])), let after = schema(of: new.before + kept) {
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
      let database = try ScratchDatabase(tracking: .known, stubs: configuration.stubs)
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
