import CanonicalJSON
import Foundation
import LedgerCore
import LedgerKit

/// The paths of database files, one after the other. Neither a list nor a folder is read as a whole.
final class StorePaths {
  /// A file as the user names it, and where it is.
  struct File: Sendable {
    let name: String
    let path: String
    /// Why a folder below a named one could not be read.
    var failure: UnreadStore?
  }

  /// The errors of the folder that is being read, which its enumerator reports between two files.
  private final class Failures {
    var waiting: [(path: String, error: any Error)] = []
  }

  private var stores: ArraySlice<String>
  private var list: LineReader?
  private var folder: (name: String, path: String, files: FileManager.DirectoryEnumerator)?
  private let failures = Failures()
  private let finished: Set<String>
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
  ///   - finished: names to leave out.
  ///   - shard: the part to which the files belong; `nil` for all files.
  ///   - file: converts a path from the command line to one that this process can open.
  /// - Throws: `LedgerError.file` if the list cannot be read.
  init(
    stores: [String], list: String?, separator: UInt8, leavingOut finished: Set<String>,
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
    do {
      self.list = LineReader(try FileHandle(forReadingFrom: URL(filePath: file(list))), separator: separator)
    } catch {
      throw LedgerError.file(path: list, error: error)
    }
  }

  /// The names that an earlier run has written. A last line that it has not finished is no name.
  ///
  /// - Throws: `LedgerError.file` if the output cannot be read.
  static func finished(in path: String, named name: String) throws -> Set<String> {
    guard let handle = FileHandle(forReadingAtPath: path) else {
      throw LedgerError.file(path: name, reason: "cannot be read")
    }
    var lines = LineReader(handle, separator: UInt8(ascii: "\n"))
    var names: Set<String> = []
    while let line = try lines.next() {
      if let store = JSONValue(parsing: Array(line.utf8))?["store"]?.string { names.insert(store) }
    }
    return names
  }

  /// The number of lines of a list, or nearly so; `nil` if it is no regular file, since a pipe can be read only once.
  private static func count(of separator: UInt8, in path: String) -> Int? {
    let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    guard type == .typeRegular, let handle = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? handle.close() }
    var count = 0
    while let part = try? handle.read(upToCount: 1 << 20), !part.isEmpty { count += part.count { $0 == separator } }
    return count
  }

  static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }

  /// The next file; `nil` at the end.
  ///
  /// - Throws: `LedgerError.file` if the list or a folder cannot be read.
  func next() throws -> File? {
    while let found = try nextNamed() {
      if !finished.contains(found.name) { return found }
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
      if let found = try nextInFolder() { return found }
      guard let name = try stores.popFirst() ?? list?.next() else { return nil }
      if name.isEmpty { continue }
      let path = file(name)
      guard Self.isFolder(path) else {
        if isOwn(name) { return File(name: name, path: path) }
        continue
      }
      // Where the folder really is, so that the paths of its files begin with it.
      let top = URL(filePath: path).resolvingSymlinksInPath()
      let files = FileManager.default.enumerator(
        at: top, includingPropertiesForKeys: [.isRegularFileKey],
        errorHandler: { [failures] url, error in
          failures.waiting.append((url.path, error))
          return true
        })
      guard let files else { throw LedgerError.file(path: name, error: CocoaError(.fileReadUnknown)) }
      folder = (name.hasSuffix("/") ? String(name.dropLast()) : name, top.path, files)
    }
  }

  /// Whether a file belongs to the part. Counts those that do not.
  private func isOwn(_ name: String) -> Bool {
    guard let shard, PathHash.hash(of: name) % UInt64(shard.count) != UInt64(shard.number - 1) else { return true }
    otherCount += 1
    return false
  }

  /// The next database in the folder that is being read. Links are not followed.
  private func nextInFolder() throws -> File? {
    guard let folder else { return nil }
    func name(_ path: String) -> String { folder.name + path.dropFirst(folder.path.count) }
    while true {
      if let (path, error) = failures.waiting.popLast() {
        guard isOwn(name(path)) else { continue }
        let failure = UnreadStore(LedgerError.file(path: name(path), error: error), named: name(path))
        return File(name: name(path), path: path, failure: failure)
      }
      guard let url = folder.files.nextObject() as? URL else {
        if failures.waiting.isEmpty { break }
        continue
      }
      guard (try? url.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true, isOwn(name(url.path)) else {
        continue
      }
      guard Self.isDatabase(url.path) else {
        skippedCount += 1
        continue
      }
      return File(name: name(url.path), path: url.path)
    }
    self.folder = nil
    return nil
  }

  /// Whether the file begins as a SQLite file does. A file that cannot be opened may be one, and is reported.
  private static func isDatabase(_ path: String) -> Bool {
    guard let handle = FileHandle(forReadingAtPath: path) else { return true }
    defer { try? handle.close() }
    return (try? handle.read(upToCount: 16)).map { StoredFile.isDatabase(Array($0 ?? Data())) } ?? true
  }
}
