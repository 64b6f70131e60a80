internal import Foundation
public import GitStore
public import LedgerCore
internal import LedgerEntries
internal import MigrationSources

/// Remembers in the Git folder that `init` has begun to write, so that the same command continues where a killed one
/// stopped, instead of reporting that the configuration exists.
public struct BegunInitialisation {
  private struct Record: Codable {
    let arguments: [String]
    let databases: [String]
  }

  private let repository: Repository
  private let arguments: [String]
  private var folder: String { repository.gitDirectory + "/schemaledger" }
  private var path: String { folder + "/init.json" }

  /// - Parameter arguments: what distinguishes one call of `init` from another.
  public init(_ repository: Repository, arguments: [String]) {
    self.repository = repository
    self.arguments = arguments
  }

  /// Remembers the databases that are about to be added to the configuration. Errors are ignored: without the file, an
  /// interrupted run is not continued, and where nothing can be written, the next step says so.
  public func begin(_ configuration: Configuration) {
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let record = Record(arguments: arguments, databases: configuration.databases.map(\.name))
    try? JSONEncoder().encode(record).write(to: URL(filePath: path), options: .atomic)
  }

  /// Forgets it, when nothing is left to do.
  public func end() { try? FileManager.default.removeItem(atPath: path) }

  /// What an interrupted run of the same command has written; `nil` if none was interrupted, or it has not written the
  /// configuration, which is the last file that it writes.
  ///
  /// - Throws: `LedgerError.invalidConfiguration`, `GitError`.
  public func continued() throws -> Initialisation.Found? {
    guard let data = FileManager.default.contents(atPath: path),
      let record = try? JSONDecoder().decode(Record.self, from: data), record.arguments == arguments
    else { return nil }
    let files = try repository.snapshot(.workTree)
    guard try files.read(Configuration.fileName) != nil else { return nil }
    let configuration = try Configuration(from: files)
    let databases = configuration.databases.filter { record.databases.contains($0.name) }
    guard databases.count == record.databases.count else { return nil }
    return Initialisation.Found(
      configuration: Configuration(databases: databases), candidates: [], leftOut: [], notices: [], failures: [])
  }
}

extension Configuration {
  /// The files that `init` writes for these databases.
  public var initialFiles: [String] {
    [Self.fileName] + databases.flatMap { LedgerFolder.files(at: $0.ledger).map(\.0) }
  }
}
