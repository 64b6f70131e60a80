internal import CSQLite
internal import Foundation
package import GRDB
internal import SystemCalls

/// A database file as it is at one moment, on which any number of connections can work. What they write is not in the
/// file, and each begins with the same content.
///
/// A small database is copied into memory. A large one is read in place: until the snapshot is released, it has the locks of
/// a reader, which let others append to a write-ahead log and, in rollback mode, make writers wait. If the file cannot be
/// locked, ``isValid`` says afterwards whether it has changed.
public final class DatabaseSnapshot: @unchecked Sendable {
  /// The size in bytes up to which a database is copied.
  public static let copiedSize = 64 << 20

  /// The size of the database in bytes.
  public let size: Int64
  private let path: String
  private let state: ReadOnlyFiles.KeptState
  private let spill: OverlaySpill
  private let samples: SampleStyle
  /// The connection with the locks; `nil` for a copy.
  private let holder: (database: ScratchDatabase, files: ReadOnlyFiles)?

  /// The number of attempts to read a database that is in use.
  private static let attempts = 12

  /// Reads the state of the database at `path`, including its write-ahead log or journal.
  ///
  /// - Parameters:
  ///   - path: the path of a regular file, or of a link to one.
  ///   - copiedSize: the size in bytes up to which it is copied into memory.
  ///   - spill: where connections keep what they write.
  ///   - samples: what the connections' descriptions of rows contain.
  /// - Throws: `SchemaError.busy` if another process is writing to the database, `.notADatabase`, `.sqlite`.
  public init(
    of path: String, copiedSize: Int = copiedSize, spill: OverlaySpill, samples: SampleStyle = .values
  ) throws {
    // A log or a journal is in the folder of the file itself, not of a link to it.
    self.path = path.resolvingLinks
    self.spill = spill
    self.samples = samples
    for attempt in 0..<Self.attempts {
      let locks = attempt.isMultiple(of: 2)
      if !locks, !DatabaseFile.canBeReadUnlocked(self.path) { continue }
      let files = try ReadOnlyFiles(of: self.path, .disk(locks: locks))
      do {
        let database = try ScratchDatabase(
          of: files, owner: true, tracking: .none, stubs: Stubs(), timeLimit: .infinity)
        // This takes the locks.
        let pages = try database.rows("SELECT * FROM pragma_page_count, pragma_page_size")[0].compactMap { $0 }
        let size = pages.compactMap { Int64($0) }.reduce(1, *)
        var state = files.keptState()
        let isCopied = size <= copiedSize
        if isCopied { state.bytes = try database.image() ?? [] }
        guard files.isUnchanged else { continue }
        self.size = size
        self.state = state
        holder = isCopied ? nil : (database, files)
        return
      } catch let error as SchemaError where error.isBusy || !files.isUnchanged || files.hasChanged {
        // Try again: parts from different times may not form a database.
      }
      usleep(10_000)
    }
    throw SchemaError.busy
  }

  /// Whether all connections have seen one state of the database.
  public var isValid: Bool { holder?.files.isUnchanged ?? true }

  /// A new connection. Its writes are its own.
  ///
  /// - Parameters: as for ``ScratchDatabase``.
  /// - Throws: `SchemaError`.
  public func open(
    tracking: TrackingTables, foreignKeys: Bool = false, stubs: Stubs = Stubs(), timeLimit: Double
  ) throws(SchemaError) -> ScratchDatabase {
    try ScratchDatabase(
      of: ReadOnlyFiles(of: path, .kept(state), spill: spill), owner: true, tracking: tracking,
      foreignKeys: foreignKeys, stubs: stubs, timeLimit: timeLimit, samples: samples)
  }

  /// Attaches the snapshot to a connection as the schema `name`, for the time of `work`.
  package func attached<Result>(
    to db: GRDB.Database, as name: String, _ work: () throws -> Result
  ) throws -> Result {
    let files = try ReadOnlyFiles(of: path, .kept(state), spill: spill)
    try db.execute(sql: "ATTACH ? AS \(name)", arguments: [files.address])
    defer { if (try? db.execute(sql: "DETACH \(name)")) == nil { _ = Unmanaged.passRetained(files) } }
    return try work()
  }
}

/// What a migration begins with.
public enum DatabaseOrigin: Sendable, Equatable {
  /// A database file, not in WAL mode.
  case bytes([UInt8])
  case snapshot(DatabaseSnapshot)

  /// Whether both are the same bytes or the same snapshot.
  public static func == (left: DatabaseOrigin, right: DatabaseOrigin) -> Bool {
    switch (left, right) {
    case (.bytes(let one), .bytes(let other)): one == other
    case (.snapshot(let one), .snapshot(let other)): one === other
    default: false
    }
  }

  /// A database with this content.
  ///
  /// - Parameters: as for ``ScratchDatabase``.
  /// - Throws: `SchemaError`.
  public func open(
    tracking: TrackingTables, foreignKeys: Bool = false, stubs: Stubs = Stubs(),
    timeLimit: Double = ScratchDatabase.defaultTimeLimit
  ) throws -> ScratchDatabase {
    switch self {
    case .bytes(let file):
      try ScratchDatabase(
        file: file, tracking: tracking, foreignKeys: foreignKeys, stubs: stubs, timeLimit: timeLimit)
    case .snapshot(let snapshot):
      try snapshot.open(tracking: tracking, foreignKeys: foreignKeys, stubs: stubs, timeLimit: timeLimit)
    }
  }

  /// Whether it is a snapshot of a file.
  public var isSnapshot: Bool { if case .snapshot = self { true } else { false } }

  /// The size in bytes.
  public var size: Int64 {
    switch self {
    case .bytes(let file): Int64(file.count)
    case .snapshot(let snapshot): snapshot.size
    }
  }

  /// The whole database file.
  ///
  /// - Throws: `SchemaError.outOfMemory` if it is larger than `Limits.bytes`; `.sqlite`.
  public func bytes() throws -> [UInt8] {
    switch self {
    case .bytes(let file): return file
    case .snapshot(let snapshot):
      if snapshot.size > Limits.bytes { throw SchemaError.outOfMemory(limit: Limits.bytes) }
      return try snapshot.open(tracking: .none, timeLimit: .infinity).image() ?? []
    }
  }
}
