internal import Foundation
public import GitStore

/// The pre-commit hook: installed beside what is there, never over it.
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
    case strangers
  }

  /// The file in Git's hooks folder. https://git-scm.com/docs/githooks#_pre_commit
  public static let name = "pre-commit"
  /// Where a stranger's hook waits while ours runs it.
  public static let chainedName = "pre-commit.before-schemaledger"
  /// What a stranger's hook would have to contain.
  public static let line = "schemaledger check --staged || exit $?"
  /// What Git runs to show a fixture as text.
  public static let textConversion = "schemaledger show --describe --file"

  /// The repository whose commits the hook judges.
  public let repository: Repository

  /// - Throws: `GitError` when the configuration cannot be read.
  public init(repository: Repository) throws(GitError) {
    self.repository = repository
    folder = try repository.hooksDirectory
  }

  private let folder: String
  /// The hook's file, absolute; `core.hooksPath` is followed.
  public var path: String { folder + "/" + Self.name }
  private var chainedPath: String { folder + "/" + Self.chainedName }

  /// Whether a stranger's hook is kept and run by ours.
  public var isChained: Bool { FileManager.default.fileExists(atPath: chainedPath) }

  /// - Throws: `LedgerError.file`.
  public func status() throws(LedgerError) -> Status {
    guard let text = try read(path) else { return .missing }
    if text == HookText.preCommit {
      return FileManager.default.isExecutableFile(atPath: path) ? .installed : .notExecutable
    }
    if HookText.past.contains(text) { return .outdated }
    let commands = text.split(separator: "\n").filter { !$0.drop { $0 == " " || $0 == "\t" }.hasPrefix("#") }
    return commands.contains { $0.contains("schemaledger check --staged") } ? .included : .strangers
  }

  /// Writes the hook, and the diff driver that shows fixtures as their schema.
  ///
  /// - Parameter chaining: keep a stranger's hook under another name and run it first.
  /// - Throws: `LedgerError.strangersHook`, `.strangersDiffDriver`, `.file`, `GitError`. Nothing has changed then.
  public func install(chaining: Bool) throws {
    let status = try status()
    if status == .strangers {
      guard chaining, !isChained else { throw LedgerError.strangersHook(path: path, line: Self.line) }
    }
    let driver = try repository.string("diff.schemaledger.textconv")
    if let driver, driver != Self.textConversion { throw LedgerError.strangersDiffDriver(command: driver) }
    if driver == nil { try repository.setString("diff.schemaledger.textconv", Self.textConversion) }
    do {
      if status != .included { try place(besides: status == .strangers) }
    } catch {
      if driver == nil { try repository.removeKey("diff.schemaledger.textconv") }
      throw LedgerError.file(path: path, reason: error.localizedDescription)
    }
  }

  /// Writes the hook, also where it is there already: it may have lost its mode.
  private func place(besides stranger: Bool) throws {
    let files = FileManager.default
    try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    if stranger { try files.moveItem(atPath: path, toPath: chainedPath) }
    do {
      try Self.write(HookText.preCommit, to: path)
    } catch {
      if stranger { try? files.moveItem(atPath: chainedPath, toPath: path) }
      throw error
    }
  }

  /// Removes the hook and the diff driver, and gives back a stranger's hook that was kept.
  ///
  /// - Returns: whether there was anything to remove.
  /// - Throws: `LedgerError.notOurHook`, `.file`, `GitError`.
  public func uninstall() throws -> Bool {
    let status = try status()
    let hadChained = isChained
    if status == .strangers || status == .included { throw LedgerError.notOurHook(path: path) }
    do {
      if status != .missing { try FileManager.default.removeItem(atPath: path) }
      if hadChained { try FileManager.default.moveItem(atPath: chainedPath, toPath: path) }
    } catch {
      throw LedgerError.file(path: path, reason: error.localizedDescription)
    }
    if try repository.string("diff.schemaledger.textconv") == Self.textConversion {
      try repository.removeKey("diff.schemaledger.textconv")
    }
    return status != .missing || hadChained
  }

  private func read(_ path: String) throws(LedgerError) -> String? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw .file(path: path, reason: "cannot be read")
    }
    return String(decoding: data, as: UTF8.self)
  }

  /// Git runs a hook only when it may be executed.
  private static func write(_ text: String, to path: String) throws {
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
  }
}
