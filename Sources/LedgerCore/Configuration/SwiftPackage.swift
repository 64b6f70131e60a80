internal import Findings
internal import LedgerEntries

/// A Swift package with an executable for its migration plan. The executable's commands are `versions`, `create`,
/// `migrate`, `describe` and `populate`.
public struct SwiftPackage: Sendable, Hashable {
  /// The default for `time-limit`, in seconds. It applies to the build and to each command.
  public static let defaultTimeLimit: Double = 1800
  /// The default for ``inputs``, relative to the package.
  static let defaultInputs = ["Package.swift", "Package.resolved", "Sources"]

  /// The executable product.
  public var product: String
  /// The package's folder, relative to the top of the repository.
  public var folder = ""
  /// The build command for `sh -c`, or `nil` for `swift build`. With ` --show-bin-path` appended, it prints the
  /// product's folder.
  public var build: String?
  /// The executable, relative to ``folder``, or `nil` to ask ``build`` for it.
  public var tool: String?
  /// Variables that the build and the executable get in addition to those of this process.
  public var environment: [String: String] = [:]
  /// The time limit in seconds.
  public var timeLimit = defaultTimeLimit
  /// Files and folders from which the package is built, relative to the top of the repository, or `nil` for the
  /// default.
  public var inputs: [String]?

  /// The sources that register the migrations, if the executable runs GRDB's migrator (`MigratorTool`) and not a migration plan.
  public var migrator: MigrationFolderConfiguration?

  /// Creates a package with default settings.
  public init(product: String) { self.product = product }
}

extension SwiftPackage {
  /// Files and folders from which the package is built, relative to the top of the repository.
  public var paths: [String] { inputs ?? Self.defaultInputs.map { folder.isEmpty ? $0 : folder + "/" + $0 } }

  /// Builds the executable.
  package var building: SourceCommand { command(line: build ?? "swift build --product \(product.shellWord)") }

  /// Writes the path of the folder that contains the executable, as text.
  var locating: SourceCommand { command(line: "\(building.line) --show-bin-path > \(SourceCommand.placeholder)") }

  /// Makes an empty store.
  ///
  /// - Parameter version: the version, or `nil` for the newest.
  func create(_ version: String? = nil) -> SourceCommand {
    running("create \(SourceCommand.placeholder)" + (version.map { " --version \($0.shellWord)" } ?? ""))
  }

  /// Migrates a store to another version.
  ///
  /// - Parameter version: the version, or `nil` for the newest.
  package func migrate(to version: String? = nil) -> SourceCommand {
    running("migrate \(SourceCommand.placeholder)" + (version.map { " --to \($0.shellWord)" } ?? ""))
  }

  /// Adds generated objects to a store, and prints which ones it could not make.
  func populate(_ rows: Int) -> SourceCommand { running("populate \(SourceCommand.placeholder) --rows \(rows)") }

  /// Writes the versions, as JSON.
  var versions: SourceCommand { running("versions > \(SourceCommand.placeholder)") }

  /// Writes the declared model of a version, as JSON.
  func describe(_ version: String) -> SourceCommand {
    running("describe \(version.shellWord) > \(SourceCommand.placeholder)")
  }

  private func running(_ arguments: String) -> SourceCommand {
    var command = command(line: "\(product.shellWord) \(arguments)")
    command.package = self
    return command
  }

  private func command(line: String) -> SourceCommand {
    var command = SourceCommand(line: line)
    command.folder = folder
    command.environment = environment
    command.timeLimit = timeLimit
    command.inputs = paths
    return command
  }
}

extension SourceCommand {
  /// The command line for `sh -c`, with the package's executable at `tool`.
  func line(with tool: String) -> String {
    guard let package else { return line }
    return tool.shellWord + line.dropFirst(package.product.shellWord.count)
  }
}
