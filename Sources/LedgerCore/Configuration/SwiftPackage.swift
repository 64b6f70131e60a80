internal import LedgerEntries

/// A Swift package with an executable that names its migration plan: `versions`, `create`, `migrate` and `describe` are
/// its commands.
public struct SwiftPackage: Sendable, Hashable {
  /// Seconds that building it, and each command, may take where `time-limit` is not given.
  public static let defaultTimeLimit: Double = 1800
  /// What a package is built from, unless it is said otherwise.
  static let defaultInputs = ["Package.swift", "Package.resolved", "Sources"]

  /// The executable product.
  public var product: String
  /// Where the package is, from the top of the repository.
  public var folder = ""
  /// What builds it, for `sh -c`; nil for `swift build`. With ` --show-bin-path` behind it, it tells where the product is.
  public var build: String?
  /// The executable, from ``folder``; nil where ``build`` tells.
  public var tool: String?
  /// Variables that the build and the executable get beside those of this process.
  public var environment: [String: String] = [:]
  /// Seconds.
  public var timeLimit = defaultTimeLimit
  /// Files and folders from the top of the repository that it is built from, where they are not the usual ones.
  public var inputs: [String]?

  /// A package with nothing said but the product.
  public init(product: String) { self.product = product }
}

extension SwiftPackage {
  /// Files and folders from the top of the repository that it is built from.
  public var paths: [String] { inputs ?? Self.defaultInputs.map { folder.isEmpty ? $0 : folder + "/" + $0 } }

  /// Builds the executable.
  package var building: SourceCommand { command(line: build ?? "swift build --product \(product.shellWord)") }

  /// Leaves the folder in which the executable is, as text.
  var locating: SourceCommand { command(line: "\(building.line) --show-bin-path > \(SourceCommand.placeholder)") }

  /// Makes an empty store.
  ///
  /// - Parameter version: nil for the newest.
  func create(_ version: String? = nil) -> SourceCommand {
    running("create \(SourceCommand.placeholder)" + (version.map { " --version \($0.shellWord)" } ?? ""))
  }

  /// Moves a store to another version.
  ///
  /// - Parameter version: nil for the newest.
  package func migrate(to version: String? = nil) -> SourceCommand {
    running("migrate \(SourceCommand.placeholder)" + (version.map { " --to \($0.shellWord)" } ?? ""))
  }

  /// Adds made-up objects to a store, and says what it could not make.
  func populate(_ rows: Int) -> SourceCommand { running("populate \(SourceCommand.placeholder) --rows \(rows)") }

  /// Leaves what the versions are, as JSON.
  var versions: SourceCommand { running("versions > \(SourceCommand.placeholder)") }

  /// Leaves the declared model of a version, as JSON.
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
  /// For `sh -c`, where the package's executable is at `tool`.
  func line(with tool: String) -> String {
    guard let package else { return line }
    return tool.shellWord + line.dropFirst(package.product.shellWord.count)
  }
}
