internal import Findings
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

/// The environment that this process passes to commands of the repository.
public struct CommandEnvironment: Sendable {
  /// The variables that commands inherit, except Git's own that name a repository or an index.
  public var variables: [String: String]
  /// The folder in which databases and checkouts are made, in a subfolder that is removed afterwards.
  public var temporaryFolder: String
  /// Which commands may be run.
  public var trust: Trust
  /// What building and running the stages of an app needs; `nil` if they cannot be run.
  public var stages: StageSettings?
  /// Called with the paths of tracked files in the work tree that a command has changed, once for each command.
  public var changed: @Sendable (_ line: String, _ paths: [String]) -> Void

  /// Creates an environment.
  public init(
    variables: [String: String], temporaryFolder: String, trust: Trust,
    changed: @Sendable @escaping (_ line: String, _ paths: [String]) -> Void = { _, _ in }
  ) {
    self.variables = variables
    self.temporaryFolder = temporaryFolder
    self.trust = trust
    self.changed = changed
  }
}

/// Runs commands of the repository, each on its own database in a temporary folder.
public final class CommandRunner: Sendable {
  /// The top of the files on which commands work: the work tree or a checkout.
  private let folder: String
  private let checkout: ScratchFolder?
  /// The folder in which packages of a checkout are built, or `nil` for one in the checkout. Sharing it builds their
  /// dependencies only once.
  private let buildFolder: String?
  /// The work tree of the repository, even if ``folder`` is a checkout. `nil` for a bare repository.
  private let workTree: String?
  /// Detects files that commands change there.
  private let watch: WorkTreeWatch?
  private let environment: CommandEnvironment
  /// The program that confines commands to their scratch folder; `nil` if they may do what the user may.
  private let confiner: String?
  /// The paths of the packages' executables, each of which is built once.
  private let tools = Mutex<[SwiftPackage: Task<String, any Error>]>([:])

  /// The number of bytes kept from the end of a command's output.
  private static let outputLimit = 64 << 10
  /// The number of bytes kept from the output of a build, whose errors may come early.
  private static let buildOutputLimit = 4 << 20
  /// The number of lines of it that are shown.
  private static let lineLimit = 20

  /// Creates a runner for a source in `snapshot`. Returns `nil` for a source without commands.
  ///
  /// In the work tree, a command finds installed files that are not tracked, such as a virtual environment. So for the
  /// index, too, the command runs in the work tree, unless the staged content of an input differs from the work tree.
  /// In that case, and for a commit, the files are checked out into a temporary folder, which is removed with the
  /// runner.
  ///
  /// - Throws: `LedgerError.commandsNotAllowed` if the user has not allowed the commands, `.file`, `GitError`.
  public convenience init?(
    for source: SourceConfiguration, in snapshot: FileSnapshot, of repository: Repository,
    environment: CommandEnvironment
  ) throws {
    let commands = source.commands
    guard !commands.isEmpty else { return nil }
    try environment.trust.require(source, of: repository)
    let inputs = commands.contains { $0.inputs.isEmpty } ? [""] : source.paths
    if let root = repository.root, try Self.isWorkTree(snapshot, repository, inputs) {
      try self.init(folder: root, checkout: nil, buildFolder: nil, workTree: root, environment)
      return
    }
    let checkout = try ScratchFolder(in: environment.temporaryFolder)
    let folder = checkout.path + "/checkout"
    if let place = snapshot.place { try repository.checkOut(place, into: folder) }
    let buildFolder = repository.caches.secretFolder("build")
    try self.init(
      folder: folder, checkout: checkout, buildFolder: buildFolder, workTree: repository.root, environment)
  }

  /// Creates a runner for a folder that is not in the repository.
  ///
  /// - Parameter confiner: the program schemaledger, if what runs must not have the network or change other files.
  /// - Throws: `GitError`.
  convenience init(
    in folder: String, besides repository: Repository, confiner: String?, environment: CommandEnvironment
  ) throws(GitError) {
    try self.init(
      folder: folder, checkout: nil, buildFolder: nil, workTree: repository.root, environment, confiner: confiner)
  }

  private init(
    folder: String, checkout: ScratchFolder?, buildFolder: String?, workTree: String?,
    _ environment: CommandEnvironment, confiner: String? = nil
  ) throws(GitError) {
    self.confiner = confiner
    self.buildFolder = buildFolder
    self.workTree = workTree
    self.folder = folder
    self.checkout = checkout
    watch = if let workTree { try Self.watch(workTree, environment) } else { nil }
    self.environment = environment
  }

  /// Returns `nil` if only `GIT_DIR` connects the work tree to its repository.
  private static func watch(
    _ root: String, _ environment: CommandEnvironment
  ) throws(GitError) -> WorkTreeWatch? {
    let variables = environment.variables.filter { !repositoryVariables.contains($0.key) }
    do {
      return try WorkTreeWatch(root: root, variables: variables)
    } catch .notARepository(_) {
      return nil
    }
  }

  private static func isWorkTree(_ snapshot: FileSnapshot, _ repository: Repository, _ inputs: [String]) throws -> Bool
  {
    switch snapshot.place {
    case .workTree: return true
    case .index: break
    case .commit, nil: return false
    }
    // Without declared inputs, every untracked file would count.
    return try !repository.hasUnstagedChanges(under: inputs, untracked: !inputs.contains(""))
  }

  /// Runs a command on a copy of `database`, or on a path without a file, and returns the resulting database.
  ///
  /// - Throws: `LedgerError.commandFailed`, `.file`; `CancellationError` if the task is cancelled, in which case the
  ///   command and its child processes are ended.
  package func run(_ command: SourceCommand, on database: [UInt8]?) async throws -> [UInt8] {
    try await runWhole(command, on: database).database
  }

  /// Does the same as ``run(_:on:)``, and also returns the last lines of the command's output.
  func runCapturingOutput(
    _ command: SourceCommand, on database: [UInt8]?
  ) async throws -> (database: [UInt8], output: [String]) {
    let (bytes, execution) = try await runWhole(command, on: database)
    return (bytes, execution.output)
  }

  /// Does the same as ``run(_:on:)``, and also returns how long the command ran.
  package func runMeasuringTime(
    _ command: SourceCommand, on database: [UInt8]
  ) async throws -> (database: [UInt8], duration: Duration) {
    let (bytes, execution) = try await runWhole(command, on: database)
    return (bytes, execution.duration)
  }

  private func runWhole(
    _ command: SourceCommand, on database: [UInt8]?
  ) async throws -> (database: [UInt8], Execution) {
    let place = try place(for: command, database)
    defer { withExtendedLifetime((place, checkout)) {} }
    return try await run(command, at: place)
  }

  /// Runs a command on a copy of `database`, kills it and its child processes after a time, and runs it again on the
  /// result, including the files beside the database. Returns `nil` if the command had not written anything by then, or
  /// had ended.
  ///
  /// - Throws: the errors of ``run(_:on:)``, for the second run.
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

  /// Runs a command that writes to a path, and returns the content of the file.
  ///
  /// - Throws: the errors of ``run(_:on:)``.
  func output(of command: SourceCommand, isBuild: Bool = false) async throws -> [UInt8] {
    let place = try place(for: command, nil)
    defer { withExtendedLifetime((place, checkout)) {} }
    let output = try await execute(command, at: place, isBuild: isBuild).output
    guard let data = FileManager.default.contents(atPath: place.database) else {
      throw failed(command, .madeNothing(elsewhere: []), output)
    }
    return Array(data)
  }

  /// The path of a package's executable. It is built once. Concurrent callers wait for the build.
  ///
  /// - Throws: `LedgerError.commandFailed` with the errors of the build, `.file`, `CancellationError`.
  func tool(of package: SwiftPackage) async throws -> String {
    let task = tools.withLock { tools in
      if let task = tools[package] { return task }
      let task = Task { try await self.build(package) }
      tools[package] = task
      return task
    }
    // A separate task is not cancelled together with its callers.
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
    _ = try await execute(package.building, at: place, isBuild: true)
    if let tool = package.tool { return place.directory + "/" + tool }
    let bytes = try await output(of: package.locating, isBuild: true)
    let folder = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).last ?? ""
    guard folder.hasPrefix("/") else {
      throw failed(package.locating, .notUnderstood(reason: "it is not the path of a folder"))
    }
    return "\(folder)/\(package.product)"
  }

  /// The files and the working directory for a run of a command.
  private struct Place {
    let scratch: ScratchFolder
    let directory: String
    var database: String { scratch.path + "/database.sqlite" }
    var temporary: String { scratch.path + "/tmp" }

    /// Whether the database differs from these bytes, or there is a journal or log beside it.
    func hasChanged(from bytes: [UInt8]) -> Bool {
      let files = FileManager.default
      let beside = ["-journal", "-wal"].contains { suffix in
        (try? files.attributesOfItem(atPath: database + suffix)[.size] as? Int).map { $0 > 0 } ?? false
      }
      return beside || files.contents(atPath: database) != Data(bytes)
    }
  }

  private func place(for command: SourceCommand, _ database: [UInt8]?) throws -> Place {
    // A command that runs schemaledger, directly or through the hook of a `git commit`, would recurse without an end.
    guard environment.variables[Self.databaseVariable] == nil else { throw failed(command, .insideCommand) }
    let directory = command.folder.isEmpty ? folder : folder + "/" + command.folder
    let place = Place(scratch: try ScratchFolder(in: environment.temporaryFolder), directory: directory)
    do {
      try FileManager.default.createDirectory(atPath: place.temporary, withIntermediateDirectories: false)
      // An app finds these folders, because its store is in one of them.
      for folder in confiner == nil ? [] : Self.foldersOfApps {
        try FileManager.default.createDirectory(
          atPath: place.temporary + "/" + folder, withIntermediateDirectories: true)
      }
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

  private func run(_ command: SourceCommand, at place: Place) async throws -> (database: [UInt8], Execution) {
    defer { if let paths = watch?.changes(), !paths.isEmpty { environment.changed(command.line, paths) } }
    let execution = try await execute(command, at: place)
    guard let bytes = try self.database(at: place.database, command, execution.output) else {
      let elsewhere = StrayDatabases.written(in: place.directory, since: place.scratch.path)
      throw failed(command, .madeNothing(elsewhere: elsewhere), execution.output)
    }
    return (bytes, execution)
  }

  /// The database at `path`, or `nil` if there is no file or an empty one.
  private func database(at path: String, _ command: SourceCommand, _ output: [String]) throws -> [UInt8]? {
    // Links are not followed: the target may be a user's file, or a device without an end.
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard let attributes else { return nil }
    guard attributes[.type] as? FileAttributeType == .typeRegular else {
      throw failed(command, .unreadable(reason: "it is not a regular file"), output)
    }
    guard attributes[.size] as? Int != 0 else { return nil }
    do {
      // A command may leave a write-ahead log or a journal beside the file.
      return try DatabaseFile.checkpointed(at: path)
    } catch let error as SchemaError {
      throw failed(command, .unreadable(reason: StoredFile.reason(error)), output)
    }
  }

  func failed(_ command: SourceCommand, _ reason: CommandFailure, _ output: [String] = []) -> LedgerError {
    .commandFailed(line: command.line, reason, output: output, inCheckout: checkout != nil)
  }

  // MARK: The process

  private struct Execution {
    /// The last lines of the output.
    let output: [String]
    let duration: Duration
  }

  /// - Parameters:
  ///   - time: the time after which to kill the command, or `nil` for its own time limit.
  ///   - isBuild: whether the command builds a package. If it fails, the errors are shown instead of the last lines.
  private func execute(
    _ command: SourceCommand, at place: Place, killedAfter time: Duration? = nil, isBuild: Bool = false
  ) async throws -> Execution {
    var line = command.line
    let limit = isBuild ? Self.buildOutputLimit : Self.outputLimit
    if let package = command.package { line = command.line(with: try await tool(of: package)) }
    if let confiner, !isBuild {
      line = "\(confiner.shellWord) \(StageTool.confining) \(place.scratch.path.shellWord) \(line)"
    }
    let configuration = Subprocess.Configuration(
      executable: .path("/bin/sh"),
      arguments: ["-c", line.replacing(SourceCommand.placeholder, with: place.database)],
      environment: .custom(variables(for: command, database: place.database, temporary: place.temporary)),
      workingDirectory: FilePath(place.directory), platformOptions: Self.ownProcessGroup)
    enum Ending: Sendable {
      case ended(TerminationStatus, output: [UInt8], Duration)
      case timedOut
    }
    let ending = try await withThrowingTaskGroup(of: Ending.self) { group in
      group.addTask {
        let result = try await Subprocess.run(
          configuration, input: .none, output: .sequence, error: .combinedWithOutput
        ) { execution in
          let process = execution.processIdentifier.value
          let watch = ProcessWatch(process, killedAfter: time)
          defer { watch.stop() }
          var kept: [UInt8] = []
          do {
            for try await buffer in execution.standardOutput {
              buffer.withUnsafeBytes { kept.append(contentsOf: $0) }
              if kept.count > 2 * limit { kept.removeFirst(kept.count - limit) }
            }
          } catch is SubprocessError {
            // A child process that is still running keeps the pipe open. The output up to then has been read.
          }
          return (kept, watch)
        }
        // Child processes that are still running must not change a database that is about to be read.
        kill(-result.processIdentifier.value, SIGKILL)
        let (output, watch) = result.closureResult
        return .ended(result.terminationStatus, output: output, watch.duration)
      }
      group.addTask {
        try await Task.sleep(for: .seconds(command.timeLimit))
        return .timedOut
      }
      defer { group.cancelAll() }
      return try await group.next() ?? .timedOut
    }
    try Task.checkCancellation()
    switch ending {
    case .timedOut:
      throw failed(command, .timedOut(seconds: command.timeLimit))
    case .ended(let status, let bytes, let duration):
      var lines = Self.lines(bytes)
      if confiner != nil {
        // The folder has another name each time.
        lines = lines.map {
          $0.replacing(place.database, with: SourceCommand.placeholder).replacing(place.temporary, with: "~")
        }
      }
      let output = Array(PythonTraceback.shortened(lines, under: place.directory).suffix(Self.lineLimit))
      let failure: CommandFailure
      switch status {
      case .exited(0): return Execution(output: output, duration: duration)
      // The shell did not find the program, so nothing was built.
      case .exited(127): throw failed(command, .exitStatus(127), output)
      case .exited(let code): failure = .exitStatus(code)
      case .signaled(let number): failure = .signal(number)
      }
      guard isBuild else { throw failed(command, failure, output) }
      let errors = BuildOutput.errors(in: lines, under: place.directory, limit: Self.lineLimit)
      throw failed(command, .buildFailed(failure), errors)
    }
  }

  /// A separate process group, so that the command can be ended with all its child processes.
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
    // Whoever knows it can forge results.
    variables[CacheFolder.secretName] = nil
    variables["TMPDIR"] = temporary
    // Foundation keeps the user's defaults below the home folder.
    if confiner != nil {
      for name in ["HOME", "CFFIXED_USER_HOME"] { variables[name] = temporary }
      for name in ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"] { variables[name] = nil }
      // After a crash, the last lines of the output have the reason then, and not the state of the processor.
      // https://github.com/swiftlang/swift/blob/main/docs/Backtracing.rst
      variables["SWIFT_BACKTRACE"] =
        "enable=yes,interactive=no,color=no,threads=crashed,registers=none,images=none,limit=2"
    }
    variables[Self.databaseVariable] = database
    variables["SCHEMALEDGER_WORKTREE"] = workTree
    variables["SWIFTPM_BUILD_DIR"] = variables["SWIFTPM_BUILD_DIR"] ?? buildFolder
    for (name, value) in command.environment {
      variables[name] = value.replacing(SourceCommand.placeholder, with: database)
    }
    return Dictionary(variables.map { (.init(stringLiteral: $0.key), $0.value) }, uniquingKeysWith: { $1 })
  }

  /// Where Foundation on Linux looks for the folders of applications, and those of Apple's systems, below the home folder.
  ///
  /// https://github.com/swiftlang/swift-foundation/blob/main/Sources/FoundationEssentials/FileManager/SearchPaths/FileManager%2BXDGSearchPaths.swift
  private static let foldersOfApps = [
    ".local/share", ".cache", ".config", "Documents", "Library/Application Support", "Library/Caches",
  ]

  private static let databaseVariable = "SCHEMALEDGER_DB"

  /// The variables that `git rev-parse --local-env-vars` lists. Git sets them for a hook, and a `git` in the command
  /// would use their repository and index.
  /// https://git-scm.com/docs/git-rev-parse#Documentation/git-rev-parse.txt---local-env-vars
  private static let repositoryVariables = [
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_DIR", "GIT_GRAFT_FILE", "GIT_IMPLICIT_WORK_TREE",
    "GIT_INDEX_FILE", "GIT_NO_REPLACE_OBJECTS", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX", "GIT_QUARANTINE_PATH",
    "GIT_REPLACE_REF_BASE", "GIT_SHALLOW_FILE", "GIT_WORK_TREE",
  ]

  private static func lines(_ output: [UInt8]) -> [String] {
    String(decoding: output, as: UTF8.self).split(whereSeparator: \.isNewline).map { line in
      String(line.prefix(400).unicodeScalars.filter { $0 == "\t" || $0.properties.generalCategory != .control })
    }
  }
}

extension FileSnapshot {
  /// The files of a folder, or the single file at this path.
  package func files(at path: String) throws(GitError) -> [File] {
    let inner = try files(under: path)
    guard inner.isEmpty, let id = try id(of: path) else { return inner }
    return [File(path: path, kind: .file, id: id)]
  }
}
