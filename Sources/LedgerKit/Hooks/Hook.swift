internal import Digests
internal import Foundation
public import GitStore
public import LedgerCore
internal import SQLiteSchema

/// One hook of a repository: installed beside what is there, never over it.
public struct Hook {
  /// What stands at ``path``.
  public enum Status: Sendable, Hashable {
    case missing
    case installed
    /// It is ours, and Git passes over it: it may not be executed.
    case notExecutable
    /// A text of ours from an earlier version.
    case outdated
    /// A hook that is not ours, and runs the gate all the same.
    case included
    /// A hook that is not ours.
    case foreign
  }

  /// Which hook it is.
  public let name: HookName
  /// The program that owns the hook and writes it again and again; nil for most.
  public let manager: HookManager?
  private let folder: String
  private let root: String?

  /// - Throws: `GitError` when the configuration cannot be read.
  public init(repository: Repository, name: HookName = .preCommit) throws(GitError) {
    self.name = name
    folder = try repository.hooksDirectory
    root = repository.root
    manager = HookManager.owner(of: name, in: folder, root: root)
  }

  /// The hook's file, absolute; `core.hooksPath` is followed.
  public var path: String { folder + "/" + name.rawValue }
  private var chainedPath: String { folder + "/" + name.chainedName }

  /// Whether a stranger's hook is kept and run by ours.
  public var isChained: Bool { FileManager.default.fileExists(atPath: chainedPath) }

  /// Whether Git runs what stands there.
  public var isExecutable: Bool { FileManager.default.isExecutableFile(atPath: path) }

  /// - Throws: `LedgerError.file`.
  public func status() throws(LedgerError) -> Status {
    guard let text = try Self.read(path) else { return .missing }
    if text == name.text { return isExecutable ? .installed : .notExecutable }
    if HookText.past.contains(sha256(Array(text.utf8))) { return .outdated }
    let isIncluded =
      isExecutable
      && (HookText.runs(name.command, in: text) || manager?.runsGate(in: name, folder: folder, root: root) == true)
    return isIncluded ? .included : .foreign
  }

  /// Why the hook cannot be written; nil when it can, or need not.
  ///
  /// - Throws: `LedgerError.file`.
  func objection(chaining: Bool) throws(LedgerError) -> LedgerError? {
    let status = try status()
    if status == .included { return nil }
    if let manager { return .managedHook(path: path, manager: manager, hook: name) }
    guard status == .foreign, !chaining || isChained else { return nil }
    return .foreignHook(path: path, line: name.line)
  }

  /// Writes the hook, also where it is there already: it may have lost its mode. A stranger's is kept beside it.
  ///
  /// - Throws: `LedgerError.file`. Nothing has changed then.
  func write() throws(LedgerError) {
    let status = try status()
    if status == .included { return }
    let files = FileManager.default
    var isFolder: ObjCBool = true
    if files.fileExists(atPath: folder, isDirectory: &isFolder), !isFolder.boolValue {
      throw .file(path: folder, reason: "is not a folder, so Git runs no hooks")
    }
    do {
      try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
      if status == .foreign { try files.moveItem(atPath: path, toPath: chainedPath) }
      do {
        try name.text.write(toFile: path, atomically: true, encoding: .utf8)
        // Git runs a hook only when it may be executed.
        try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
      } catch {
        if status == .foreign { try? files.moveItem(atPath: chainedPath, toPath: path) }
        throw error
      }
    } catch {
      throw .file(path: path, reason: Self.reason(of: error))
    }
  }

  /// Removes the hook, and gives back a stranger's that was kept.
  ///
  /// - Returns: whether there was anything to remove.
  /// - Throws: `LedgerError.file`.
  func remove() throws(LedgerError) -> Bool {
    let status = try status()
    if status == .foreign || status == .included { return false }
    let hadChained = isChained
    do {
      if status != .missing { try FileManager.default.removeItem(atPath: path) }
      if hadChained { try FileManager.default.moveItem(atPath: chainedPath, toPath: path) }
    } catch {
      throw .file(path: path, reason: Self.reason(of: error))
    }
    return status != .missing || hadChained
  }

  /// What the system says, without the sentence that Foundation makes of it.
  private static func reason(of error: any Error) -> String {
    guard let cause = (error as? CocoaError)?.underlying as? POSIXError else { return error.localizedDescription }
    return String(cString: strerror(cause.code.rawValue))
  }

  private static func read(_ path: String) throws(LedgerError) -> String? {
    // A link that leads nowhere is somebody's, too.
    guard (try? FileManager.default.attributesOfItem(atPath: path)) != nil else { return nil }
    guard FileManager.default.fileExists(atPath: path) else { return "" }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw .file(path: path, reason: "cannot be read")
    }
    return String(decoding: data, as: UTF8.self)
  }
}
