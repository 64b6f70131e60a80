import ArgumentParser
import Foundation
import GitStore
import LedgerCore
import LedgerKit
import SystemCalls

/// The options of every command. Nothing is opened before a command needs it.
struct GlobalOptions: ParsableArguments {
  @Option(
    name: [.customShort("C"), .customLong("directory")], help: .init("Run as if started there.", valueName: "dir"))
  var directory: String = "."

  @Option(
    name: .long, help: .init("The database to use, if the configuration has several.", valueName: "name"),
    completion: ArgumentCompletion.databases)
  var database: String?

  @Option(name: .long, help: "When to use colour: auto, always or never.")
  var color: ColorMode = .auto

  @Flag(
    name: .shortAndLong,
    help: "Print no progress, and nothing that only confirms success. Findings and warnings are printed.")
  var quiet = false

  var terminal: Terminal {
    let options = self
    return Terminal(color: color, isQuiet: quiet, otherRoot: { options.otherRoot })
  }

  /// The root of the repository, if the user's folder is another one.
  private var otherRoot: String? {
    guard let root = try? repository().root else { return nil }
    // Git runs a hook in the root (https://git-scm.com/docs/githooks) and passes the user's folder in GIT_PREFIX.
    let prefix = ProcessInfo.processInfo.environment["GIT_PREFIX"] ?? ""
    let folder = URL(filePath: FileManager.default.currentDirectoryPath).resolvingSymlinksInPath().path
    return folder == root && prefix.isEmpty ? nil : root
  }

  var environment: Environment { Environment(ProcessInfo.processInfo.environment) }

  /// The environment of the repository's commands.
  func commandEnvironment(_ trust: Trust) -> CommandEnvironment {
    let terminal = terminal
    var environment = CommandEnvironment(
      variables: ProcessInfo.processInfo.environment, temporaryFolder: FileManager.default.temporaryDirectory.path,
      trust: trust,
      changed: { line, paths in
        let some = paths.prefix(3).shown(separator: " ")
        let more: DisplayText = paths.count > 3 ? " and \(paths.count - 3) more" : ""
        terminal.warn(
          "`\(line)` changed tracked files: \(some)\(more)",
          hint: "the result describes the files as they were before; git diff shows what changed")
      })
    environment.stages = StageSettings(
      program: RunningProcess.executablePath(), ProcessInfo.processInfo.environment)
    return environment
  }

  /// The repository that contains the folder, or the one that Git's environment variables name.
  func repository() throws -> Repository {
    guard FileStatus(of: directory)?.kind == .folder else {
      throw LedgerError.file(path: directory.isEmpty ? "''" : directory, reason: "no such folder")
    }
    return try Repository.discover(from: directory, environment: environment)
  }

  /// Takes the right to write to a repository, so that what is read from now on stays true until it is written. Waits
  /// for a few seconds for another process that has it, and says so.
  ///
  /// - Throws: `GitError.writerBusy`.
  func startWriting(_ repository: Repository) throws(GitError) {
    let terminal = terminal
    try repository.startWriting(
      Patience(milliseconds: 10_000) { process, host in
        let which: DisplayText = if let process, let host { " (process \(process) on \(host))" } else { "" }
        terminal.message("waiting for another schemaledger, which is writing to this repository\(which)")
      })
  }

  /// Whether this is a repository with a ledger. An unreadable file counts as one, so that the error is reported.
  func hasConfiguration() throws -> Bool {
    do {
      return try repository().snapshot(.workTree).read(Configuration.fileName) != nil
    } catch GitError.notARepository, GitError.bareRepository {
      return false
    }
  }

  /// All configured databases, or the selected one.
  func databases(in snapshot: FileSnapshot) throws -> [DatabaseConfiguration] {
    let configuration = try Configuration(from: snapshot)
    return try database.map { [try configuration.database($0)] } ?? configuration.databases
  }

  /// Converts a path from the command line to one that this process can open.
  func file(_ name: String) -> String { name.hasPrefix("/") ? name : directory + "/" + name }

  /// A store named on the command line.
  func store(_ name: String) throws -> Store { try Store(at: file(name), named: name.shownFileName) }

  /// Converts a path from the command line to a path from the top of the repository. Without a work tree, the path is
  /// unchanged, and so is one of another place.
  func path(_ name: String, in repository: Repository) -> String {
    guard let root = repository.root else { return name.withoutEndingSlash }
    let folder = URL(filePath: directory).resolvingSymlinksInPath()
    let path = URL(filePath: name, relativeTo: folder.appending(path: "")).standardizedFileURL.path
    if path.withoutEndingSlash == root { return "" }
    return path.hasPrefix(root + "/") ? String(path.dropFirst(root.count + 1)).withoutEndingSlash : name
  }

  /// The only database, or the selected one.
  func oneDatabase(in snapshot: FileSnapshot) throws -> DatabaseConfiguration {
    try Configuration(from: snapshot).database(database)
  }
}

extension String {
  fileprivate var withoutEndingSlash: String { hasSuffix("/") ? String(dropLast()) : self }
}
