internal import Findings
public import GitStore
package import MigrationSources
package import ProjectModels
internal import SystemCalls

/// Where the stages of apps are built, and with what.
public struct StageSettings: Sendable {
  /// The package that contains the libraries `SwiftData`, `SchemaTool` and `AppleStubs`.
  public var library: String
  /// The folder in which slices of apps are built and kept. Its owner must be the user.
  public var folder: String
  /// The program that starts what was built. See ``StageTool/confining``.
  public var program: String

  /// Creates settings from absolute paths.
  public init(library: String, folder: String, program: String) {
    self.library = library
    self.folder = folder
    self.program = program
  }
}

/// The program of a migration plan that the files of an app declare: the slice of the app that the plan needs, compiled on
/// Linux with the module `SwiftData` of this project. Its stages are those of the app; the framework is not Apple's.
///
/// A program is kept by the digest of everything from which it was built. All of them are built in one folder, so that the
/// libraries are compiled once.
public struct StageTool: Sendable {
  /// The first argument with which schemaledger confines another program.
  public static let confining = "confine"

  /// Equal for tools that were built from the same files.
  package let digest: String
  private let runner: CommandRunner
  private let stages: [PlanSlice.Stage]
  /// The paths of the slice.
  private let paths: [String]
  private let package: SwiftPackage

  private static let product = "Slice"
  /// The time limit of a build, in seconds. The first one compiles swift-syntax and GRDB.
  private static let buildLimit: Double = 3600
  /// The number of programs that are kept.
  private static let keptCount = 10

  /// Builds the tool, unless it was built before. Returns `nil` if no migration plan has the schema.
  ///
  /// - Parameter ledger: its folder `Stubs` may contain Swift files with what the slice lacks.
  /// - Throws: `LedgerError.commandsNotAllowed`, `.stagesNotRun`, `.file`; `GitError`, `CancellationError`.
  package init?(
    for source: ModelSourceConfiguration, in snapshot: FileSnapshot, ledger: String, of repository: Repository,
    environment: CommandEnvironment
  ) async throws {
    try environment.trust.require(.models(source), of: repository)
    guard let settings = environment.stages else { throw LedgerError.stagesNotRun(.withoutLibrary) }
    guard let slice = try source.slice(in: snapshot) else { return nil }
    if !slice.problems.isEmpty { throw LedgerError.stagesNotRun(.unknown(slice.problems.map(\.line))) }
    let stubs = try snapshot.files(under: ledger + "/Stubs").filter { $0.path.hasSuffix(".swift") }
    var files = slice.files.map { ($0.path, Array($0.text.utf8)) }
    for stub in stubs { files.append((stub.path, try snapshot.read(stub.path) ?? [])) }
    let build = SliceBuild(
      files: files, plan: slice.plan, module: slice.module, settings: settings,
      path: environment.variables["PATH"] ?? "")
    digest = try build.digest
    stages = slice.stages
    paths = files.map(\.0)
    let folder = settings.folder + "/" + digest
    if FileStatus(of: folder + "/" + Self.product) == nil {
      try await Self.build(build, into: folder, settings, repository, environment)
    }
    var package = SwiftPackage(product: Self.product)
    package.build = "true"
    package.tool = Self.product
    package.timeLimit = source.stageTimeLimit
    self.package = package
    runner = try CommandRunner(
      in: folder, besides: repository, confiner: settings.program, environment: environment)
  }

  private static func build(
    _ build: SliceBuild, into folder: String, _ settings: StageSettings, _ repository: Repository,
    _ environment: CommandEnvironment
  ) async throws {
    try SliceBuild.makeFolder(settings.folder)
    let lock = try await SliceLock(in: settings.folder)
    defer { withExtendedLifetime(lock) {} }
    // Another process may have built it meanwhile.
    if FileStatus(of: folder + "/" + product) != nil { return }
    let place = settings.folder + "/package"
    try build.write(to: place)
    let runner = try CommandRunner(in: place, besides: repository, confiner: nil, environment: environment)
    var package = SwiftPackage(product: product)
    // Without other options, so that a folder in SWIFTPM_BUILD_DIR can be shared with other packages.
    package.build = "SWIFT_DETERMINISTIC_HASHING=1 swift build --skip-update --product \(product)"
    package.timeLimit = buildLimit
    let program: String
    do {
      program = try await runner.tool(of: package)
    } catch LedgerError.commandFailed(_, .buildFailed, let output, _) {
      let sources = "Sources/\(build.target)/"
      let own = output.filter { $0.hasPrefix(sources) }.map { String($0.dropFirst(sources.count)) }
      throw LedgerError.stagesNotRun(own.isEmpty ? .unbuilt(output) : .uncompiled(own))
    }
    try build.keep(program, in: folder, named: product)
    SliceBuild.removeOld(in: settings.folder, keeping: keptCount)
  }

  /// Where the stage between two versions is written; `nil` if that is not known.
  ///
  /// - Parameters:
  ///   - version: the dotted name of the version in the sources.
  ///   - next: that of the version to which the stage leads.
  package func place(ofStageFrom version: String, to next: String) -> ModelPlace? {
    func last(_ name: String) -> String { name.split(separator: ".").last.map(String.init) ?? name }
    let found = stages.filter { $0.from == last(version) && $0.to == last(next) }
    return found.count == 1 ? found.first?.place : nil
  }

  /// Makes a store of a version, which was laid out as SwiftData's, one that the tool can open.
  ///
  /// - Parameter version: its name in the sources.
  /// - Throws: `LedgerError.stagesNotRun` if the compiled models have other tables, `.file`, `CancellationError`.
  package func adopted(_ store: [UInt8], as version: String) async throws -> [UInt8] {
    var command = package.migrate(to: version)
    command.line += " --adopt \(version.shellWord)"
    do {
      return try await runner.run(command, on: store)
    } catch LedgerError.commandFailed(_, _, let output, _) {
      throw LedgerError.stagesNotRun(.otherModels(version: version, output))
    }
  }

  /// Adds generated objects to a copy of a store.
  ///
  /// - Throws: `LedgerError.commandFailed`, `.file`, `CancellationError`.
  package func fill(_ store: [UInt8], _ rows: Int) async throws -> CommandRunner.Objects {
    let (file, output) = try await runner.runCapturingOutput(package.populate(rows), on: store)
    return CommandRunner.Objects(file: file, gaps: output)
  }

  /// Runs the stage that leads to a version, on a copy of a store of the version before it.
  ///
  /// - Parameter next: the name of the version in the sources.
  /// - Throws: `LedgerError.stageFailed`, `.file`, `CancellationError`.
  package func run(_ stage: Migration, on store: [UInt8], to next: String) async throws -> [UInt8] {
    do {
      return try await runner.run(package.migrate(to: next), on: store)
    } catch LedgerError.commandFailed(_, let failure, let output, _) {
      // SchemaTool says in such a line why it stops, and Swift's runtime why it stops the process.
      let index = output.lastIndex { $0.hasPrefix("error: ") || $0.contains(": Fatal error") }
      guard let index else {
        throw LedgerError.stageFailed(name: name(of: stage), reason: failure.message, output: output)
      }
      let isOfTool = output[index].hasPrefix("error: ")
      // What follows are its details, or the stack.
      let details = isOfTool ? output[(index + 1)...].filter { !$0.hasPrefix("help: ") } : []
      let reason = isOfTool ? String(output[index].dropFirst("error: ".count)) : placed(output[index])
      throw LedgerError.stageFailed(name: name(of: stage), reason: reason, output: details)
    }
  }

  private func name(of stage: Migration) -> String { "\(stage.title) (\(stage.path):\(stage.firstLine))" }

  /// A line such as `App/Plan.swift:19: Fatal error: …`, which has the module and the name of the file, with the file's path.
  private func placed(_ line: String) -> String {
    guard let slash = line.firstIndex(of: "/"), let colon = line[slash...].firstIndex(of: ":") else { return line }
    let name = line[slash..<colon]
    let found = paths.filter { $0.hasSuffix(name) || $0 == name.dropFirst() }
    return found.count == 1 ? found[0] + line[colon...] : line
  }
}
