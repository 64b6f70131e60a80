public import GitStore
public import LedgerEntries
internal import SQLiteSandbox

extension EntryDraft {
  /// Creates the entry of a version from the result of building its source.
  ///
  /// - Parameters:
  ///   - records: the records of the source's migrations, if they are known.
  ///   - ignoredTables: the tables that were left out of the schema of `built`.
  ///   - commit: the commit from which the source was read, or `nil` for the current source.
  ///   - tags: the tags of the releases with this version, if it was read from tags.
  ///   - isFromStore: whether the schema comes from a store and not from the source.
  ///   - rows: which rows of the store the fixture contains.
  ///   - isComplete: whether a large fixture is a file of its own although statements make it.
  /// - Throws: `SchemaError`.
  public init(
    _ version: Version, of built: BuiltSource, recording records: [MigrationRecord]? = nil, database: String,
    parents: [String], commit: ObjectID?,
    ignoredTables: [String] = [], tags: [String] = [], isFromStore: Bool = false, rows: Entry.Rows? = nil,
    isComplete: Bool = false
  ) throws {
    let fixture = try built.database.file()
    let source = Source(
      kind: built.text.kind, convention: built.text.convention, migrations: records ?? built.text.records,
      // A store from the field was not made by these scripts.
      before: isFromStore ? [] : built.text.beforeRecords)
    self.init(
      version, schema: built.schema, of: database, fixture: fixture, from: source, parents: parents,
      commit: commit?.hex, ignoredTables: ignoredTables, tags: tags, isFromStore: isFromStore,
      rows: rows, model: isFromStore ? nil : built.model, values: isFromStore ? nil : built.values,
      hasTables: isFromStore || built.unknownTables.isEmpty, isComplete: isComplete)
  }
}

extension Entry {
  /// The commit from which a past version was read.
  public var commitID: ObjectID? { commit.flatMap(ObjectID.init(hex:)) }
}
