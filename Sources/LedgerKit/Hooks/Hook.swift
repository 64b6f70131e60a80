internal import Digests
internal import Foundation
public import GitStore
public import LedgerCore
internal import SQLiteSchema

/// One hook of a repository. Installing it never overwrites an existing hook.
public struct Hook {
  /// The state of the file at ``path``.
  public enum Status: Sendable, Hashable {
    case missing
    case installed
    /// The hook was created by schemaledger, but Git ignores it because it is not executable.
    case notExecutable
    /// The text of an earlier version of schemaledger.
    case outdated
    /// A hook that was not created by schemaledger, but runs the gate.
    case included
    /// A hook that was not created by schemaledger.
    case foreign
  }

  /// The name of the hook.
  public let name: HookName
  /// The hook manager that owns and regenerates the hook, or `nil` if there is none.
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

  /// The absolute path of the hook's file, in `core.hooksPath` if that is set.
  public var path: String { folder + "/" + name.rawValue }
  private var chainedPath: String { folder + "/" + name.chainedName }

  /// Whether an existing foreign hook was kept and is run by this one.
  public var isChained: Bool { FileManager.default.fileExists(atPath: chainedPath) }

  /// Whether the file is executable, so that Git runs it.
  public var isExecutable: Bool { FileManager.default.isExecutableFile(atPath: path) }

  /// - Throws: `LedgerError.file`.
  public func status() throws(LedgerError) -> Status {
    guard let text = try Self.read(path) else { return .missing }
    if text == name.text || text == name.verifyingText { return isExecutable ? .installed : .notExecutable }
    if HookText.past.contains(sha256(Array(text.utf8))) { return .outdated }
    let isIncluded =
      isExecutable
      && (HookText.runs(name.command, in: text) || manager?.runsGate(in: name, folder: folder, root: root) == true)
    return isIncluded ? .included : .foreign
  }

  /// Whether the hook lints and verifies pending migrations.
  ///
  /// - Throws: `LedgerError.file`.
  public func verifies() throws(LedgerError) -> Bool {
    guard let text = try Self.read(path) else { return false }
    return HookText.runs(HookName.verification, in: text)
  }

  /// The reason why the hook cannot be written, or `nil` if it can be or need not be.
  ///
  /// - Throws: `LedgerError.file`.
  func installationError(chaining: Bool) throws(LedgerError) -> LedgerError? {
    let status = try status()
    if status == .included { return nil }
    if let manager { return .managedHook(path: path, manager: manager, hook: name) }
    guard status == .foreign, !chaining || isChained else { return nil }
    return .foreignHook(path: path, line: name.line)
  }

  /// Writes the hook, even if it exists, since it may have lost its executable bit. Keeps a foreign hook beside it.
  ///
  /// - Parameter verifies: whether it lints and verifies pending migrations; `nil` for no change.
  /// - Throws: `LedgerError.file`. Nothing has been changed in that case.
  func write(verifies: Bool? = nil) throws(LedgerError) {
    let status = try status()
    let didVerify = try self.verifies()
    let text = verifies ?? didVerify ? name.verifyingText ?? name.text : name.text
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
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        // Git runs a hook only if it is executable.
        try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
      } catch {
        if status == .foreign { try? files.moveItem(atPath: chainedPath, toPath: path) }
        throw error
      }
    } catch {
      throw .file(path: path, error: error)
    }
  }

  /// Removes the hook, and restores the foreign hook that was kept.
  ///
  /// - Returns: Whether there was a hook to remove.
  /// - Throws: `LedgerError.file`.
  func remove() throws(LedgerError) -> Bool {
    let status = try status()
    if status == .foreign || status == .included { return false }
    let hadChained = isChained
    do {
      if status != .missing { try FileManager.default.removeItem(atPath: path) }
      if hadChained { try FileManager.default.moveItem(atPath: chainedPath, toPath: path) }
    } catch {
      throw .file(path: path, error: error)
    }
    return status != .missing || hadChained
  }

  private static func read(_ path: String) throws(LedgerError) -> String? {
    // A dangling link is also a foreign hook.
    guard (try? FileManager.default.attributesOfItem(atPath: path)) != nil else { return nil }
    guard FileManager.default.fileExists(atPath: path) else { return "" }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw .file(path: path, reason: "cannot be read")
    }
    return String(decoding: data, as: UTF8.self)
  }
}
