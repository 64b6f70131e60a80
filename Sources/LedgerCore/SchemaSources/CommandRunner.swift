internal import Foundation
public import GitStore
internal import SQLiteSandbox
internal import Subprocess
internal import Synchronization

#if canImport(System)
  internal import System
#else
  internal import SystemPackage
#endif

/// What a command gets from the process that starts it.
public struct CommandEnvironment: Sendable {
  /// The variables it inherits. Git's own, which name a repository or an index, are not handed on.
  public var variables: [String: String]
  /// Where databases and checkouts are made; a folder of its own in it is used, and removed.
  public var temporaryFolder: String
  /// Is told the tracked files of the work tree that a command has changed: paths, each command's once.
  public var changed: @Sendable (_ line: String, _ paths: [String]) -> Void

  /// Surroundings by their parts.
  public init(
    variables: [String: String], temporaryFolder: String,
    changed: @Sendable @escaping (_ line: String, _ paths: [String]) -> Void = { _, _ in }
  ) {
    self.variables = variables
    self.temporaryFolder = temporaryFolder
    self.changed = changed
  }
}

/// Runs commands of the repository, each on a database of its own in a temporary folder.
public final class CommandRunner: Sendable {
  /// The top of the files it works on: the work tree, or a checkout.
  private let folder: String
  private let checkout: ScratchFolder?
  /// Where packages of a checkout are built, so that what they depend on is built once for all of them.
  private let buildFolder: String?
  /// Of the repository, also when ``folder`` is a checkout; nil for a bare one.
  private let workTree: String?
  /// Sees what commands change there.
  private let watch: WorkTreeWatch?
  private let environment: CommandEnvironment
  /// Where the executables of packages are, each built once.
  private let tools = Mutex<[SwiftPackage: Task<String, any Error>]>([:])

  /// Bytes of a command's output that are kept, from its end.
  private static let outputLimit = 64 << 10
  /// Lines of it that are shown.
  private static let lineLimit = 20

  /// A runner for a source as it stands in `snapshot`; nil for one without commands.
  ///
  /// In the work tree a command finds what is installed there and not tracked, such as a virtual environment. So it runs
  /// there also for the index, unless an input of it has been staged otherwise than it lies there. For a commit, and then
  /// too, the files are checked out into a temporary folder, which is removed with the runner.
  ///
  /// - Throws: `GitError`, `LedgerError.file`.
  public convenience init?(
    for source: SourceConfiguration, in snapshot: FileSnapshot, of repository: Repository,
    environment: CommandEnvironment
  ) throws {
    let commands = source.commands
    guard !commands.isEmpty else { return nil }
    let inputs = commands.contains { $0.inputs.isEmpty } ? [""] : source.paths
    if let root = repository.root, try Self.isWorkTree(snapshot, repository, inputs) {
      self.init(folder: root, checkout: nil, buildFolder: nil, workTree: root, environment)
      return
    }
    let checkout = try ScratchFolder(in: environment.temporaryFolder)
    let folder = checkout.path + "/checkout"
    if let place = snapshot.place { try repository.checkOut(place, into: folder) }
    let buildFolder = repository.commonDirectory + "/schemaledger/build"
    self.init(
      folder: folder, checkout: checkout, buildFolder: buildFolder, workTree: repository.root, environment)
  }

  private init(
    folder: String, checkout: ScratchFolder?, buildFolder: String?, workTree: String?,
    _ environment: CommandEnvironment
  ) {
    self.buildFolder = buildFolder
    self.workTree = workTree
    self.folder = folder
    self.checkout = checkout
    watch = workTree.flatMap { Self.watch($0, environment) }
    self.environment = environment
  }

  /// Nil where `GIT_DIR` alone tells which repository the work tree belongs to.
  private static func watch(_ root: String, _ environment: CommandEnvironment) -> WorkTreeWatch? {
    let variables = environment.variables.filter { !repositoryVariables.contains($0.key) }
    return try? WorkTreeWatch(root: root, variables: variables)
  }

  private static func isWorkTree(_ snapshot: FileSnapshot, _ repository: Repository, _ inputs: [String]) throws -> Bool
  {
    switch snapshot.place {
    case .workTree: return true
    case .index: break
    case .commit, nil: return false
    }
    // Where nothing is said of inputs, whatever else lies about would count.
    return try !repository.hasUnstagedChanges(under: inputs, untracked: !inputs.contains(""))
  }

  /// Runs a command on a copy of `database`, or on a path where nothing is yet, and returns the database it leaves.
  ///
  /// - Throws: `LedgerError.commandFailed`, `.file`; `CancellationError` when the task is cancelled: the command and all
  ///   it has started are ended then.
  package func run(_ command: SourceCommand, on database: [UInt8]?) async throws -> [UInt8] {
    try await runTelling(command, on: database).database
  }

  /// The same, with the last lines that the command wrote.
  func runTelling(
    _ command: SourceCommand, on database: [UInt8]?
  ) async throws -> (database: [UInt8], output: [String]) {
    let place = try place(for: command, database)
    defer { withExtendedLifetime((place, checkout)) {} }
    return try await run(command, at: place)
  }

  /// Runs a command on a copy of `database`, kills it with all that it has started after a time, and runs it again on what
  /// it has left, files beside the database and all. Nil when it had not begun to write by then, or was at its end.
  ///
  /// - Throws: as ``run(_:on:)``, of the second run.
  package func run(_ command: SourceCommand, on database: [UInt8], killedAfter time: Duration) async throws -> [UInt8]?
  {
    let place = try place(for: command, database)
    defer { withExtendedLifetime((place, checkout)) {} }
    do {
      _ = try await execute(command, at: place, killedAfter: time)
      return nil
    } catch is LedgerError {
      guard place.hasChanged(from: database) else { return nil }
    }
    return try await run(command, at: place).database
  }

  /// Runs a command that writes to a path, and returns what is in the file then.
  ///
  /// - Throws: as ``run(_:on:)``.
  func output(of command: SourceCommand) async throws -> [UInt8] {
    let place = try place(for: command, nil)
    defer { withExtendedLifetime((place, checkout)) {} }
    let output = try await execute(command, at: place)
    guard let data = FileManager.default.contents(atPath: place.database) else {
      throw failed(command, .madeNothing(elsewhere: []), output)
    }
    return Array(data)
  }

  /// Where the executable of a package is. It is built once; whoever asks meanwhile waits.
  private func tool(of package: SwiftPackage) async throws -> String {
    let task = tools.withLock { tools in
      if let task = tools[package] { return task }
      let task = Task { try await self.build(package) }
      tools[package] = task
      return task
    }
    // A task of its own is not cancelled with those that wait for it.
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  private func build(_ package: SwiftPackage) async throws -> String {
    defer { if let paths = watch?.changes(), !paths.isEmpty { environment.changed(package.building.line, paths) } }
    let place = try place(for: package.building, nil)
    defer { withExtendedLifetime((place, checkout)) {} }
    _ = try await execute(package.building, at: place)
    if let tool = package.tool { return place.directory + "/" + tool }
    let bytes = try await output(of: package.locating)
    let folder = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).last ?? ""
    guard folder.hasPrefix("/") else {
      throw failed(package.locating, .notUnderstood(reason: "it is not the path of a folder"))
    }
    return "\(folder)/\(package.product)"
  }

  /// Where a command works.
  private struct Place {
    let scratch: ScratchFolder
    let directory: String
    var database: String { scratch.path + "/database.sqlite" }
    var temporary: String { scratch.path + "/tmp" }

    /// Whether the database is not these bytes, or something lies beside it.
    func hasChanged(from bytes: [UInt8]) -> Bool {
      let files = FileManager.default
      let beside = ["-journal", "-wal"].contains { suffix in
        (try? files.attributesOfItem(atPath: database + suffix)[.size] as? Int).map { $0 > 0 } ?? false
      }
      return beside || files.contents(atPath: database) != Data(bytes)
    }
  }

  private func place(for command: SourceCommand, _ database: [UInt8]?) throws -> Place {
    // A command that starts this program, or a `git commit` whose hook does, would go on for ever.
    guard environment.variables[Self.databaseVariable] == nil else { throw failed(command, .insideCommand) }
    let directory = command.folder.isEmpty ? folder : folder + "/" + command.folder
    let place = Place(scratch: try ScratchFolder(in: environment.temporaryFolder), directory: directory)
    do {
      try FileManager.default.createDirectory(atPath: place.temporary, withIntermediateDirectories: false)
      if let database { try Data(database).write(to: URL(fileURLWithPath: place.database)) }
    } catch {
      throw LedgerError.file(path: place.database, reason: error.localizedDescription)
    }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: directory, isDirectory: &isFolder), isFolder.boolValue else {
      throw failed(command, .notStarted(reason: "the folder \(command.folder) does not exist"))
    }
    return place
  }

  private func run(
    _ command: SourceCommand, at place: Place
  ) async throws -> (database: [UInt8], output: [String]) {
    defer { if let paths = watch?.changes(), !paths.isEmpty { environment.changed(command.line, paths) } }
    let output = try await execute(command, at: place)
    guard let bytes = try self.database(at: place.database, command, output) else {
      let elsewhere = StrayDatabases.written(in: place.directory, since: place.scratch.path)
      throw failed(command, .madeNothing(elsewhere: elsewhere), output)
    }
    return (bytes, output)
  }

  /// What is at `path` now; nil for nothing, or an empty file.
  private func database(at path: String, _ command: SourceCommand, _ output: [String]) throws -> [UInt8]? {
    // Of the entry itself: behind a link may be a file that is somebody's, or a device without an end.
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard let attributes else { return nil }
    guard attributes[.type] as? FileAttributeType == .typeRegular else {
      throw failed(command, .unreadable(reason: "it is not a regular file"), output)
    }
    guard attributes[.size] as? Int != 0 else { return nil }
    do {
      // A command may leave a write-ahead log or a journal beside it.
      return try DatabaseFile.settled(at: path)
    } catch let error as SchemaError {
      throw failed(command, .unreadable(reason: StoredFile.reason(error)), output)
    }
  }

  func failed(_ command: SourceCommand, _ reason: CommandFailure, _ output: [String] = []) -> LedgerError {
    .commandFailed(line: command.line, reason, output: output, inCheckout: checkout != nil)
  }

  // MARK: The process

  /// - Parameter time: after which it is killed; nil for its own time limit.
  /// - Returns: the last lines it wrote.
  private func execute(
    _ command: SourceCommand, at place: Place, killedAfter time: Duration? = nil
  ) async throws -> [String] {
    var line = command.line
    if let package = command.package { line = command.line(with: try await tool(of: package)) }
    let configuration = Subprocess.Configuration(
      executable: .path("/bin/sh"),
      arguments: ["-c", line.replacing(SourceCommand.placeholder, with: place.database)],
      environment: .custom(variables(for: command, database: place.database, temporary: place.temporary)),
      workingDirectory: FilePath(place.directory), platformOptions: Self.ownProcessGroup)
    enum Ending: Sendable {
      case ended(TerminationStatus, output: [UInt8])
      case timeIsUp
    }
    let ending = try await withThrowingTaskGroup(of: Ending.self) { group in
      group.addTask {
        let result = try await Subprocess.run(
          configuration, input: .none, output: .sequence, error: .combinedWithOutput
        ) { execution in
          let process = execution.processIdentifier.value
          let end = Task {
            guard let time else { return }
            try await Task.sleep(for: time)
            kill(-process, SIGKILL)
          }
          defer { end.cancel() }
          var kept: [UInt8] = []
          do {
            for try await buffer in execution.standardOutput {
              buffer.withUnsafeBytes { kept.append(contentsOf: $0) }
              if kept.count > 2 * Self.outputLimit { kept.removeFirst(kept.count - Self.outputLimit) }
            }
          } catch is SubprocessError {
            // Something that it left running holds the pipe; what was written until then is there.
          }
          return kept
        }
        // What it left running has no business any more with a database that is about to be read.
        kill(-result.processIdentifier.value, SIGKILL)
        return .ended(result.terminationStatus, output: result.closureResult)
      }
      group.addTask {
        try await Task.sleep(for: .seconds(command.timeLimit))
        return .timeIsUp
      }
      defer { group.cancelAll() }
      return try await group.next() ?? .timeIsUp
    }
    try Task.checkCancellation()
    switch ending {
    case .timeIsUp:
      throw failed(command, .timedOut(seconds: command.timeLimit))
    case .ended(let status, let bytes):
      let output = Self.lines(bytes)
      switch status {
      case .exited(0): return output
      case .exited(let code): throw failed(command, .exitStatus(code), output)
      case .signaled(let number): throw failed(command, .signal(number), output)
      }
    }
  }

  /// A group of its own, so that all it starts can be ended with it.
  private static var ownProcessGroup: PlatformOptions {
    var options = PlatformOptions()
    options.processGroupID = 0
    options.teardownSequence = [.gracefulShutDown(toProcessGroup: true, allowedDurationToNextStep: .seconds(2))]
    return options
  }

  private func variables(
    for command: SourceCommand, database: String, temporary: String
  ) -> [Subprocess.Environment.Key: String] {
    var variables = environment.variables
    for name in Self.repositoryVariables { variables[name] = nil }
    variables["TMPDIR"] = temporary
    variables[Self.databaseVariable] = database
    variables["SCHEMALEDGER_WORKTREE"] = workTree
    variables["SWIFTPM_BUILD_DIR"] = variables["SWIFTPM_BUILD_DIR"] ?? buildFolder
    for (name, value) in command.environment {
      variables[name] = value.replacing(SourceCommand.placeholder, with: database)
    }
    return Dictionary(uniqueKeysWithValues: variables.map { (.init(stringLiteral: $0.key), $0.value) })
  }

  private static let databaseVariable = "SCHEMALEDGER_DB"

  /// What `git rev-parse --local-env-vars` lists: set for a hook, they would tell a `git` in the command which repository
  /// and which index to work on. https://git-scm.com/docs/git-rev-parse#Documentation/git-rev-parse.txt---local-env-vars
  private static let repositoryVariables = [
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_DIR", "GIT_GRAFT_FILE", "GIT_IMPLICIT_WORK_TREE",
    "GIT_INDEX_FILE", "GIT_NO_REPLACE_OBJECTS", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX", "GIT_QUARANTINE_PATH",
    "GIT_REPLACE_REF_BASE", "GIT_SHALLOW_FILE", "GIT_WORK_TREE",
  ]

  private static func lines(_ output: [UInt8]) -> [String] {
    let lines = String(decoding: output, as: UTF8.self).split(whereSeparator: \.isNewline)
    return lines.suffix(lineLimit).map { line in
      String(line.prefix(400).unicodeScalars.filter { $0 == "\t" || $0.properties.generalCategory != .control })
    }
  }
}

extension FileSnapshot {
  /// The files of a folder, or the one file that has this path.
  package func files(at path: String) throws(GitError) -> [File] {
    let inner = try files(under: path)
    guard inner.isEmpty, let id = try id(of: path) else { return inner }
    return [File(path: path, kind: .file, id: id)]
  }
}
