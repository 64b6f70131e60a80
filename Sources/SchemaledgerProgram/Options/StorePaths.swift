import CanonicalJSON
import Foundation
import LedgerCore
import LedgerKit
import SystemCalls

/// The paths of database files, one after the other. Neither a list nor a folder is read as a whole.
final class StorePaths {
  /// A file.
  struct File: Sendable {
    /// As the user names it, as it is shown: see `String.shownFileName`.
    let name: String
    /// Where it is: a string of `String(fileName:)`.
    let path: String
    /// Why a folder below a named one could not be read.
    var failure: UnreadStore?
  }

  private var stores: ArraySlice<String>
  private var list: LineReader?
  private var folder: (name: String, path: String, files: FileTree)?
  private let finished: Set<[UInt8]>
  private let shard: Shard?
  private let file: (String) -> String
  /// The number of files, if it is known before they are read: without folders, a list from a pipe, or
  /// other parts.
  let expectedCount: Int?
  /// The number of files in folders that are no databases.
  private(set) var skippedCount = 0
  /// The number of files that an earlier run has done, which are left out.
  private(set) var finishedCount = 0
  /// The number of files that are in other parts.
  private(set) var otherCount = 0

  /// - Parameters:
  ///   - stores: files and folders.
  ///   - list: the file that lists more of them; `-` for standard input.
  ///   - separator: the byte that ends each path in the list.
  ///   - finished: the UTF-8 of names to leave out. Strings would be equal in different forms of Unicode.
  ///   - shard: the part to which the files belong; `nil` for all files.
  ///   - file: converts a path from the command line to one that this process can open.
  /// - Throws: `LedgerError.file` if the list cannot be read.
  init(
    stores: [String], list: String?, separator: UInt8, leavingOut finished: Set<[UInt8]>,
    in shard: Shard? = nil, file: @escaping (String) -> String
  ) throws {
    self.stores = stores[...]
    self.finished = finished
    self.shard = shard
    self.file = file
    expectedCount =
      shard != nil || stores.contains { Self.isFolder(file($0)) }
      ? nil : list.map { Self.count(of: separator, in: file($0)) } ?? .some(stores.count)
    guard let list else { return }
    guard list != "-" else {
      self.list = LineReader(.standardInput, separator: separator)
      return
    }
    self.list = LineReader(try Self.open(file(list), named: list), separator: separator)
  }

  private static func open(_ path: String, named name: String) throws(LedgerError) -> FileHandle {
    do {
      return FileHandle(fileDescriptor: try openForReading(path, waits: true), closeOnDealloc: true)
    } catch {
      throw .file(path: name.shownFileName, reason: error.reason)
    }
  }

  /// The names that an earlier run has written. A last line that it has not finished is no name.
  ///
  /// - Throws: `LedgerError.file` if the output cannot be read.
  static func finished(in path: String, named name: String) throws -> Set<[UInt8]> {
    var lines = LineReader(try open(path, named: name), separator: UInt8(ascii: "\n"))
    var names: Set<[UInt8]> = []
    while let line = try lines.next() {
      if let store = JSONValue(parsing: line, allowsFractions: true)?["store"]?.string {
        names.insert(Array(store.utf8))
      }
    }
    return names
  }

  /// The number of lines of a list, or nearly so; `nil` if it is no regular file, since a pipe can be read only once.
  private static func count(of separator: UInt8, in path: String) -> Int? {
    guard FileStatus(of: path)?.kind == .regular, let handle = try? open(path, named: path) else { return nil }
    defer { try? handle.close() }
    var count = 0
    while let part = try? handle.read(upToCount: 1 << 20), !part.isEmpty { count += part.count { $0 == separator } }
    return count
  }

  static func isFolder(_ path: String) -> Bool { FileStatus(of: path)?.kind == .folder }

  /// The next file; `nil` at the end.
  ///
  /// - Throws: `LedgerError.file` if the list or a folder cannot be read.
  func next() throws -> File? {
    while let found = try nextNamed() {
      if !finished.contains(Array(found.name.utf8)) { return found }
      finishedCount += 1
    }
    return nil
  }

  /// The error that no database was found.
  var nothingFound: Failure {
    Failure(
      message: skippedCount == 0
        ? "no file was named"
        : "there is no database: \(Wording.count(skippedCount, "file")) \(skippedCount == 1 ? "does" : "do") not begin as a SQLite file does",
      hint: nil)
  }

  private func nextNamed() throws -> File? {
    while true {
      if let found = nextInFolder() { return found }
      guard let name = try stores.popFirst() ?? list?.next().map({ String(fileName: $0) }) else { return nil }
      if name.isEmpty { continue }
      let path = file(name)
      guard Self.isFolder(path) else {
        if isOwn(name) { return File(name: name.shownFileName, path: path) }
        continue
      }
      do {
        folder = (name.hasSuffix("/") ? String(name.dropLast()) : name, path, try FileTree(at: path))
      } catch {
        throw LedgerError.file(path: name.shownFileName, reason: error.reason)
      }
    }
  }

  /// Whether a file belongs to the part. Counts those that do not.
  private func isOwn(_ name: String) -> Bool {
    guard let shard, PathHash.hash(of: name) % UInt64(shard.count) != UInt64(shard.number - 1) else { return true }
    otherCount += 1
    return false
  }

  /// The next database in the folder that is being read. Links are not followed.
  private func nextInFolder() -> File? {
    guard let folder else { return nil }
    while let item = folder.files.next() {
      switch item {
      case .failure(let place, let error):
        let name = folder.name + place
        guard isOwn(name) else { continue }
        let failure = LedgerError.file(path: name.shownFileName, reason: error.reason)
        return File(
          name: name.shownFileName, path: folder.path + place,
          failure: UnreadStore(failure, named: name.shownFileName))
      case .file(let place):
        let name = folder.name + place
        guard isOwn(name) else { continue }
        guard Self.isDatabase(folder.path + place) else {
          skippedCount += 1
          continue
        }
        return File(name: name.shownFileName, path: folder.path + place)
      }
    }
    self.folder = nil
    return nil
  }

  /// Whether the file begins as a SQLite file does. A file that cannot be opened may be one, and is reported.
  private static func isDatabase(_ path: String) -> Bool {
    (try? firstBytes(16, of: path)).map(StoredFile.isDatabase) ?? true
  }
}
