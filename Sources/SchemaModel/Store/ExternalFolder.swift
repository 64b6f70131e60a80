internal import EntityModel
internal import Foundation

/// The folder with the files of a store's large values; none for a store in memory.
///
/// A file is never changed after it was written, and it belongs to one row. A killed process can leave a file to which no
/// row refers. Each transaction that creates or releases files therefore leaves a mark until its files are settled. If there
/// is a mark, the next container that opens the store for writing removes the files to which no row refers.
struct ExternalFolder: Sendable {
  /// From this size on, a value is written to a file. Core Data's own limit is not known: the stores that were read show
  /// inline values of at most 5,285 bytes, and public descriptions of others at most 130,734. Both forms are read,
  /// whatever the size.
  static let smallestFile = 131_072

  private let url: URL?
  private let store: URL?

  /// - Parameter store: the store's file; `nil` for a store in memory.
  init(ofStore store: URL?) {
    url = store.map(Self.url)
    self.store = store
  }

  static func url(ofStore store: URL) -> URL {
    URL(fileURLWithPath: ExternalStorage.folder(ofStore: store.path), isDirectory: true)
  }

  /// The value that a column stands for.
  ///
  /// - Throws: ``ExternalFileError``.
  func value(of column: StoredValue) throws(ExternalFileError) -> StoredValue {
    switch column {
    case .null: return .null
    case .blob(let bytes):
      switch ExternalValue(bytes) {
      case .inline(let value): return .blob(Data(value))
      case .file(let name): return .blob(try contents(of: name))
      case nil: throw .neitherForm(firstByte: bytes.first)
      }
    case .integer, .real, .text: throw .neitherForm(firstByte: nil)
    }
  }

  private func contents(of name: String) throws(ExternalFileError) -> Data {
    guard let file = url?.appendingPathComponent(name) else { throw .missing(path: name) }
    do {
      // A fetch maps the files of all its objects, and reads only those whose bytes are used.
      return try Data(contentsOf: file, options: .mappedIfSafe)
    } catch {
      guard FileManager.default.fileExists(atPath: file.path) else { throw .missing(path: file.path) }
      throw .unreadable(path: file.path, reason: "\(error)")
    }
  }

  /// Writes a value to a new file if it is large.
  ///
  /// - Returns: the column, and the name of the file.
  func write(_ value: Data) throws -> (column: Data, file: String?) {
    guard let url, value.count >= Self.smallestFile else { return (Data(ExternalStorage.column(inline: value)), nil) }
    let name = UUID().uuidString
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    do {
      try value.write(to: file, options: .withoutOverwriting)
      // The row must not be durable before the file that it refers to, and before the file's name in the folder.
      for handle in [try FileHandle(forWritingTo: file), try FileHandle(forReadingFrom: url)] {
        try handle.synchronize()
        try handle.close()
      }
    } catch {
      remove([name])
      throw StoreError.file(path: file.path, reason: "\(error)")
    }
    return (Data(ExternalStorage.column(file: name)), name)
  }

  // MARK: Killed processes

  /// The folder with the marks, which is beside the files. SwiftData ignores what it does not know there.
  private var marks: URL? { url?.deletingLastPathComponent() }
  private var markPrefix: String { "unsettled-\(store?.lastPathComponent ?? "")-" }

  /// Leaves a mark.
  ///
  /// - Returns: the mark's file; `nil` for a store in memory.
  func mark() throws -> URL? {
    guard let marks else { return nil }
    try FileManager.default.createDirectory(at: marks, withIntermediateDirectories: true)
    let mark = marks.appendingPathComponent(markPrefix + UUID().uuidString)
    try Data().write(to: mark)
    return mark
  }

  /// Removes files to which no row refers, if a killed process has left a mark. Call it in a transaction that writes, because
  /// no other process then has files that its rows do not refer to yet.
  ///
  /// Nothing is removed if another store may have files in the same folder, as `App.sqlite` has beside `App.store`: the name
  /// of a file does not say to which store it belongs.
  ///
  /// - Parameter references: the names of the files to which rows refer.
  func collectFiles(keeping references: () throws -> Set<String>) throws {
    let files = FileManager.default
    guard let url, let marks, let names = try? files.contentsOfDirectory(atPath: marks.path) else { return }
    let found = names.filter { $0.hasPrefix(markPrefix) }
    guard !found.isEmpty, store.map(StoreIdentity.sharesExternalFolder) != true else { return }
    let kept = try references()
    makeDurable()
    remove(((try? files.contentsOfDirectory(atPath: url.path)) ?? []).filter { !kept.contains($0) })
    for name in found { try? files.removeItem(at: marks.appendingPathComponent(name)) }
  }

  /// Makes what was committed durable, so that a power failure does not bring back rows that refer to a file which is about to
  /// be removed. GRDB commits without it in WAL mode. No lock is lost: SQLite has none on the log.
  /// https://www.sqlite.org/pragma.html#pragma_synchronous
  private func makeDurable() {
    guard let store, let log = try? FileHandle(forWritingTo: URL(fileURLWithPath: store.path + "-wal")) else { return }
    try? log.synchronize()
    try? log.close()
  }

  /// Removes files to which the rows of a committed transaction no longer refer.
  func removeReleased(_ names: Set<String>) {
    guard !names.isEmpty else { return }
    makeDurable()
    remove(names)
  }

  /// Removes files. A file that cannot be removed only takes space.
  func remove(_ names: some Sequence<String>) {
    guard let url else { return }
    for name in names { try? FileManager.default.removeItem(at: url.appendingPathComponent(name)) }
  }
}

/// The reason why a value in external storage cannot be read.
enum ExternalFileError: Error, CustomStringConvertible {
  case neitherForm(firstByte: UInt8?)
  case missing(path: String)
  case unreadable(path: String, reason: String)

  var description: String {
    switch self {
    case .neitherForm(let byte?):
      "it is in external storage, whose columns begin with the byte 1 or 2, but this one begins with \(byte)"
    case .neitherForm(nil): "it is in external storage, whose columns begin with the byte 1 or 2, but this one does not"
    case .missing(let path): "its file does not exist: \(path)"
    case .unreadable(let path, let reason): "its file cannot be read: \(path): \(reason)"
    }
  }
}

/// The files that one transaction creates, and those that its rows no longer refer to.
///
/// It belongs to the thread that runs the transaction.
final class ExternalChanges: @unchecked Sendable {
  let folder: ExternalFolder
  private var created: Set<String> = []
  private var released: Set<String> = []
  private var mark: URL?

  init(in folder: ExternalFolder) { self.folder = folder }

  /// The column of a value, which is in a new file if it is large.
  func column(of value: StoredValue) throws -> StoredValue {
    guard case .blob(let bytes) = value else { return value }
    if bytes.count >= ExternalFolder.smallestFile, mark == nil { mark = try folder.mark() }
    let (column, file) = try folder.write(bytes)
    if let file { created.insert(file) }
    return .blob(column)
  }

  /// Notes that a row no longer has this column.
  func release(_ column: StoredValue) {
    guard case .blob(let bytes) = column, case .file(let name) = ExternalValue(bytes) else { return }
    // Without the mark, the file of a killed process would only take space.
    if mark == nil { mark = try? folder.mark() }
    released.insert(name)
  }

  /// Removes the files that no row refers to. Call it after the transaction was committed.
  func commit() {
    folder.removeReleased(released)
    settle()
  }

  /// Removes the files that the transaction has created. Call it after the transaction was rolled back.
  func rollBack() {
    folder.remove(created)
    settle()
  }

  /// What a part of the transaction has created and released, for ``rollBack(to:)``.
  struct Point {
    fileprivate let created: Set<String>
    fileprivate let released: Set<String>
  }

  var point: Point { Point(created: created, released: released) }

  /// Removes the files that were created after a point, and keeps those that were released after it. Call it after a part of
  /// the transaction was rolled back.
  func rollBack(to point: Point) {
    folder.remove(created.subtracting(point.created))
    (created, released) = (point.created, point.released)
  }

  private func settle() {
    if let mark { try? FileManager.default.removeItem(at: mark) }
    released = []
    created = []
    mark = nil
  }
}
