internal import Foundation
public import SQLiteSchema

/// A database file from the field: somebody's data, which is neither changed nor kept.
public struct Store: Sendable {
  /// The copy that was read.
  let bytes: [UInt8]
  /// As it was named.
  let name: String

  /// Reads a copy of the database at `path`, with what its write-ahead log or journal holds.
  ///
  /// - Throws: `LedgerError.file`, also for one that is being written to; or is too large; `.notAStore`.
  public init(at path: String, named name: String, temporaryFolder: String) throws {
    self.name = name
    let files = FileManager.default
    var isFolder: ObjCBool = false
    guard files.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else {
      throw LedgerError.file(path: name, reason: isFolder.boolValue ? "is a folder" : "there is no such file")
    }
    // A log or a journal lies beside the file itself, not beside a link to it.
    let original = path.resolvingSymlinks
    guard (try? files.attributesOfItem(atPath: original))?[.type] as? FileAttributeType == .typeRegular else {
      throw LedgerError.file(path: name, reason: "is no regular file")
    }
    let scratch = try ScratchFolder(in: temporaryFolder)
    defer { withExtendedLifetime(scratch) {} }
    let copy = scratch.path + "/store.sqlite"
    do {
      // "If the application crashes … the -wal and -journal files are left behind", and they are part of the database.
      try DatabaseFile.refuseTooLarge(original)
      guard try Self.copy(original, to: copy) else {
        throw LedgerError.file(
          path: name, reason: "is being written to; a copy that is at rest: sqlite3 \(name) '.backup store.sqlite'")
      }
      let head = Array(try FileHandle(forReadingFrom: URL(fileURLWithPath: copy)).read(upToCount: 1024) ?? Data())
      if LargeFilePointer.matches(head) {
        throw LedgerError.notAStore(path: name, reason: "it is a Git LFS pointer")
      }
      guard StoredFile.isDatabase(copy) else {
        let reason = head.isEmpty ? "the file is empty" : "it does not begin as a SQLite file does; is it encrypted?"
        throw LedgerError.notAStore(path: name, reason: reason)
      }
      bytes = try DatabaseFile.settled(at: copy)
    } catch SchemaError.outOfMemory(let limit) {
      let reason = "needs more than the \(limit >> 20) MiB of memory that it may have: set SCHEMALEDGER_MEMORY_LIMIT"
      throw LedgerError.file(path: name, reason: reason)
    } catch let error as SchemaError {
      throw LedgerError.notAStore(path: name, reason: StoredFile.reason(error))
    } catch let error as CocoaError {
      throw LedgerError.file(path: name, reason: error.localizedDescription)
    }
  }
}

extension Store {
  /// Copies a database with what lies beside it; false when a process kept writing to it meanwhile, because pieces of
  /// different moments are no database.
  private static func copy(_ original: String, to copy: String) throws -> Bool {
    let files = FileManager.default
    for _ in 0..<5 {
      let before = State(of: original)
      do {
        for suffix in State.suffixes {
          try? files.removeItem(atPath: copy + suffix)
          if files.fileExists(atPath: original + suffix) {
            try files.copyItem(atPath: original + suffix, toPath: copy + suffix)
          }
        }
      } catch  where State(of: original) != before {
        // A journal that went away with its transaction.
        continue
      }
      if State(of: original) == before { return true }
    }
    return false
  }

  /// Which files there are, how large, and when they were last written.
  private struct State: Equatable {
    static let suffixes = ["-journal", "-wal", ""]
    let sizes: [Int?]
    let dates: [Date?]

    init(of path: String) {
      let files = Self.suffixes.map { try? FileManager.default.attributesOfItem(atPath: path + $0) }
      sizes = files.map { $0?[.size] as? Int }
      dates = files.map { $0?[.modificationDate] as? Date }
    }
  }
}

/// What a store turned out to be, held against the source.
public struct StoreReading: Sendable {
  /// As it was named.
  public let name: String
  /// Where it says which migrations it has had; nil when its schema told, or the source has no migrations.
  public let book: String?
  /// How many migrations it has had, of how many there are; nil without migrations.
  public let hadCount: Int?
  /// How many the source has.
  public let migrationCount: Int
  /// Migrations by id, as the store names them, that the source does not have.
  public let unknown: [String]
  /// How its schema differs from what these migrations make; nil when that cannot be told.
  public let diff: SchemaDiff?
}

extension Store {
  /// The store's schema without its rows, and the migrations of `definition` that it has had.
  ///
  /// - Throws: `LedgerError.notAStore`, `.storeSaysNothing`, `SchemaError`.
  func build(
    _ definition: SourceDefinition, convention: String?, _ settings: BuildSettings
  ) throws -> (BuiltSource, StoreReading) {
    let whole: ScratchDatabase
    let database: ScratchDatabase
    do {
      whole = try ScratchDatabase(file: bytes, stubs: settings.stubs)
      // A command asks the books what there is to do; for SQL the entry tells.
      database = try whole.withoutRows(keepsBooks: definition.migrations == nil, stubs: settings.stubs)
    } catch let error as SchemaError {
      throw LedgerError.notAStore(path: name, reason: StoredFile.reason(error))
    }
    try database.evenOutBooks()
    let schema = try database.schema(ignoring: settings.ignoredTables)
    guard try schema.digest == whole.schema(ignoring: settings.ignoredTables).digest else {
      throw LedgerError.notAStore(path: name, reason: "its schema cannot be made again from its own SQL")
    }
    guard case .migrations(let listing, _) = definition.forward, let convention else {
      let reading = StoreReading(
        name: name, book: nil, hadCount: nil, migrationCount: 0, unknown: [], diff: nil)
      return (BuiltSource(text: definition, database: database, schema: schema), reading)
    }
    let migrations = listing.migrations
    let stages = definition.isReplayed ? definition.stages(settings) : nil
    let book = try MigrationBook(of: convention, in: whole)
    var had: [Migration]
    var unknown: [String] = []
    if let book {
      (had, unknown) = book.sort(migrations, checkpoints: listing.checkpoints)
    } else if let count = stages?.lastIndex(where: { $0.digest == schema.digest }) {
      had = Array(migrations.prefix(count))
    } else {
      throw LedgerError.storeSaysNothing(path: name)
    }
    let diff: SchemaDiff? = stages.flatMap { stages in
      let isPrefix = had.map(\.id) == migrations.prefix(had.count).map(\.id)
      return isPrefix && stages.indices.contains(had.count) ? SchemaDiff(from: stages[had.count], to: schema) : nil
    }
    let reading = StoreReading(
      name: name, book: book?.place, hadCount: had.count, migrationCount: migrations.count, unknown: unknown, diff: diff
    )
    return (BuiltSource(text: definition.keeping(had), database: database, schema: schema), reading)
  }
}

extension SourceDefinition {
  /// The schema before any migration, and after each; as far as they run.
  fileprivate func stages(_ settings: BuildSettings) -> [CanonicalSchema] {
    guard case .scripts(let steps) = creation,
      let database = try? ScratchDatabase(stubs: settings.stubs, timeLimit: settings.timeLimit),
      let empty = try? database.schema(ignoring: settings.ignoredTables)
    else { return [] }
    var stages = [empty]
    for step in steps {
      guard (try? step.run(on: database)) != nil,
        let schema = try? database.schema(ignoring: settings.ignoredTables)
      else { break }
      stages.append(schema)
    }
    return stages
  }

  /// The same with these migrations alone.
  fileprivate func keeping(_ migrations: [Migration]) -> SourceDefinition {
    guard case .migrations(var listing, let convention) = forward else { return self }
    listing.migrations = migrations
    return SourceDefinition(kind: kind, creation: creation, forward: .migrations(listing, convention: convention))
  }
}

extension String {
  fileprivate var resolvingSymlinks: String { (self as NSString).resolvingSymlinksInPath }
}
