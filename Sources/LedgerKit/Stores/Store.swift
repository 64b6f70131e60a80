internal import LedgerCore
internal import MigrationSources
internal import SQLiteSandbox
internal import SQLiteSchema
internal import SystemCalls

/// What a user's database can be read from.
protocol ReadableStore {
  /// Passes a connection to the database, whose writes do not change it.
  func read<Result>(stubs: Stubs, _ work: (ScratchDatabase) throws -> Result) throws -> Result
}

extension DatabaseSnapshot: ReadableStore {
  func read<Result>(stubs: Stubs, _ work: (ScratchDatabase) throws -> Result) throws -> Result {
    try work(open(tracking: .known, stubs: stubs, timeLimit: ScratchDatabase.defaultTimeLimit))
  }
}

/// A user's database file. It is never modified, and no copy is kept.
public struct Store: Sendable, ReadableStore {
  /// The name that the user gave.
  public let name: String
  /// A string of `String(fileName:)`.
  let path: String
  /// The first bytes of the file.
  let head: [UInt8]

  /// Opens the store at `path` and reads its first bytes.
  ///
  /// - Throws: `LedgerError.file`, `.notAStore` if the file is empty, encrypted, or not a database.
  public init(at path: String, named name: String) throws {
    self.name = name
    self.path = path
    guard let status = FileStatus(of: path), status.kind != .folder else {
      throw LedgerError.file(path: name, reason: FileStatus(of: path) == nil ? "no such file" : "is a folder")
    }
    guard status.kind == .regular else { throw LedgerError.file(path: name, reason: "is not a regular file") }
    do {
      head = try firstBytes(1024, of: path)
    } catch {
      throw LedgerError.file(path: name, reason: "cannot be read: \(error.reason)")
    }
    if LargeFilePointer.matches(head) { throw LedgerError.notAStore(path: name, reason: "it is a Git LFS pointer") }
    guard StoredFile.isDatabase(head) else {
      let reason = head.isEmpty ? "the file is empty" : "it does not begin like a SQLite file; it may be encrypted"
      throw LedgerError.notAStore(path: name, reason: reason)
    }
  }

  /// Reads the store in place. See `DatabaseFile.read`.
  ///
  /// - Throws: `LedgerError.file` if the store is being written to, `.notAStore`, `.sqlFailed` if a limit is reached, and the
  ///   errors of `work`.
  func read<Result>(stubs: Stubs = Stubs(), _ work: (ScratchDatabase) throws -> Result) throws -> Result {
    try explaining { try DatabaseFile.read(path, tracking: .known, stubs: stubs, work) }
  }

  /// The state of the store at this moment, on which migrations can be tried.
  ///
  /// - Throws: as ``read(stubs:_:)``.
  func snapshot(spill: OverlaySpill, samples: SampleStyle) throws -> DatabaseSnapshot {
    try explaining { try DatabaseSnapshot(of: path, spill: spill, samples: samples) }
  }

  /// The result of `work`, with SQLite's errors as errors about the store.
  private func explaining<Result>(_ work: () throws -> Result) throws -> Result {
    do {
      return try work()
    } catch SchemaError.busy {
      throw LedgerError.storeInUse(path: name)
    } catch SchemaError.sqlite(let code, _, _) where code & 0xFF == 14 {
      // SQLITE_CANTOPEN: the file itself could be opened before.
      throw LedgerError.file(path: name, reason: "the journal or the write-ahead log beside it cannot be opened")
    } catch let error as SchemaError where error.isOfLimit {
      throw LedgerError.sqlFailed(path: name, line: nil, error: error)
    } catch let error as SchemaError {
      throw LedgerError.notAStore(path: name, reason: StoredFile.reason(error))
    }
  }

  /// Reads the schema of the store.
  ///
  /// - Parameter ignored: tables to leave out in addition to the tracking tables of migration tools.
  /// - Throws: the errors of ``read(stubs:_:)``.
  func schema(ignoring ignored: [String] = [], stubs: Stubs = Stubs()) throws -> CanonicalSchema {
    try read(stubs: stubs) { try $0.schema(ignoring: ignored) }
  }
}
