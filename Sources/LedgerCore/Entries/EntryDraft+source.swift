public import Foundation
public import GitStore
public import LedgerEntries
internal import SQLiteSandbox

extension EntryDraft {
  /// Makes the entry of a version from what its source built.
  ///
  /// - Parameters:
  ///   - records: of the source's migrations, where they are known.
  ///   - ignoredTables: those that `built` left out of its schema.
  ///   - commit: where it was read from, when that is not the present.
  ///   - tags: those of releases that had it, where it was read from tags.
  ///   - isFromStore: whether a store from the field has this schema, and not the source.
  ///   - rows: whose rows those are that it brings from there.
  ///   - temporaryFolder: where SQLite may write a file for a moment.
  /// - Throws: `SchemaError`.
  public init(
    _ version: Version, of built: BuiltSource, recording records: [MigrationRecord]? = nil, database: String,
    parents: [String], commit: ObjectID?,
    ignoredTables: [String] = [], tags: [String] = [], isFromStore: Bool = false, rows: Entry.Rows? = nil,
    temporaryFolder: URL
  ) throws {
    ScratchFolder.removeLeftovers(in: temporaryFolder.path)
    let fixture = try built.database.file(temporaryFolder: temporaryFolder)
    let source = Source(
      kind: built.text.kind, convention: built.text.convention, migrations: records ?? built.text.records)
    self.init(
      version, schema: built.schema, of: database, fixture: fixture, from: source, parents: parents,
      commit: commit?.hex, ignoredTables: ignoredTables, tags: tags, isFromStore: isFromStore,
      rows: rows, model: isFromStore ? nil : built.model)
  }
}

extension Entry {
  /// For a version recorded afterwards, the commit it was read from.
  public var commitID: ObjectID? { commit.flatMap(ObjectID.init(hex:)) }
}
