internal import Foundation
internal import LedgerCore
internal import SQLiteSandbox
internal import SQLiteSchema

/// A database file from the field: somebody's data, of which not a byte is changed and nothing is kept.
public struct Store: Sendable {
  /// As it was named.
  public let name: String
  let path: String
  /// The first bytes of the file.
  let head: [UInt8]

  /// A store at `path`, of which the first bytes are looked at.
  ///
  /// - Throws: `LedgerError.file`, `.notAStore` for what is empty, encrypted or something else.
  public init(at path: String, named name: String) throws {
    self.name = name
    self.path = path
    let files = FileManager.default
    var isFolder: ObjCBool = false
    guard files.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else {
      throw LedgerError.file(path: name, reason: isFolder.boolValue ? "is a folder" : "no such file")
    }
    let original = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    guard (try? files.attributesOfItem(atPath: original))?[.type] as? FileAttributeType == .typeRegular else {
      throw LedgerError.file(path: name, reason: "is not a regular file")
    }
    do {
      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: original))
      head = Array(try file.read(upToCount: 1024) ?? Data())
    } catch {
      throw LedgerError.file(path: name, reason: "cannot be read: \(error.localizedDescription)")
    }
    if LargeFilePointer.matches(head) { throw LedgerError.notAStore(path: name, reason: "it is a Git LFS pointer") }
    guard StoredFile.isDatabase(head) else {
      let reason = head.isEmpty ? "the file is empty" : "it does not begin like a SQLite file; it may be encrypted"
      throw LedgerError.notAStore(path: name, reason: reason)
    }
  }

  /// Reads the store where it lies: `DatabaseFile.read`.
  ///
  /// - Throws: `LedgerError.file` for one that is being written to, `.notAStore`; what `work` throws.
  func read<Result>(stubs: Stubs = Stubs(), _ work: (ScratchDatabase) throws -> Result) throws -> Result {
    do {
      return try DatabaseFile.read(path, stubs: stubs, work)
    } catch SchemaError.busy {
      throw LedgerError.storeInUse(path: name)
    } catch SchemaError.sqlite(let code, _, _) where code & 0xFF == 14 {
      // SQLITE_CANTOPEN: the file itself was opened before.
      throw LedgerError.file(path: name, reason: "the journal or the write-ahead log beside it cannot be opened")
    } catch let error as SchemaError {
      throw LedgerError.notAStore(path: name, reason: StoredFile.reason(error))
    }
  }

  /// Its schema.
  ///
  /// - Parameter ignored: tables to leave out beside the book-keeping tables of migration tools.
  /// - Throws: as ``read(stubs:_:)``.
  func schema(ignoring ignored: [String] = [], stubs: Stubs = Stubs()) throws -> CanonicalSchema {
    try read(stubs: stubs) { try $0.schema(ignoring: ignored) }
  }
}
