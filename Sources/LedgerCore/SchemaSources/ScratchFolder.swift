internal import Foundation
internal import MigrationSources
internal import SQLiteSandbox
internal import SQLiteSchema
internal import SystemCalls

/// A temporary folder for a command, removed with its owner. If a process was killed, the next one removes its folder.
package final class ScratchFolder: Sendable {
  private let folder: TemporaryFolder
  package var path: String { folder.path }

  private static let prefix = ScratchDatabase.temporaryPrefix

  /// - Throws: `LedgerError.file`.
  package init(in temporaryFolder: String) throws(LedgerError) {
    let folder = try Self.plain(temporaryFolder)
    Self.removeLeftovers(in: folder)
    do {
      self.folder = try TemporaryFolder(in: folder, prefix: "\(Self.prefix)\(getpid())-")
    } catch {
      throw .file(path: folder, reason: error.reason)
    }
  }

  /// A folder whose path needs no quoting in any shell, since it replaces a word in a command.
  private static func plain(_ folder: String) throws(LedgerError) -> String {
    let isPlain = { (path: String) in
      path.hasPrefix("/") && path.utf8.allSatisfy { "/._-+".utf8.contains($0) || $0.isLetterOrDigit }
    }
    var folder = folder
    while folder.hasSuffix("/"), folder.utf8.count > 1 { folder.removeLast() }
    if isPlain(folder) { return folder }
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: "/tmp", isDirectory: &isFolder), isFolder.boolValue { return "/tmp" }
    throw .file(path: folder, reason: "this path contains characters that cannot be passed to a command: set TMPDIR")
  }

  /// Removes scratch folders whose process no longer exists.
  private static func removeLeftovers(in folder: String) {
    let files = FileManager.default
    for name in (try? files.contentsOfDirectory(atPath: folder)) ?? [] where name.hasPrefix(prefix) {
      guard let owner = name.dropFirst(prefix.count).split(separator: "-").first.flatMap({ pid_t($0) }),
        owner != getpid(), kill(owner, 0) != 0, errno == ESRCH
      else { continue }
      try? files.removeItem(atPath: folder + "/" + name)
    }
  }
}

extension UInt8 {
  var isLetterOrDigit: Bool { isDigit || UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 }
}
