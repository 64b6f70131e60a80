import ArgumentParser
import GitStore
import LedgerCore
import LedgerKit

struct DriftCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drift",
    abstract: "Show how the schemas of database files differ from a version.",
    discussion: """
      The migration tool's tracking table (or user_version) decides which version the file is compared with. If the file \
      has neither, it is compared with the version that has the same schema or, failing that, the fewest differences.

      More than ten files, a folder or a list are reported in groups, and each difference is named once. A file that cannot \
      be read does not end the run.

      Without a ledger, a file of SwiftData or Core Data is compared with the model that it contains.

      The exit status is 1 if the schemas are reordered or changed, and 2 if a file could not be opened.

      With --source, a file of SwiftData or Core Data is compared with the models that the source declares, and each \
      difference names the line of the declaration.

      Example:
        schemaledger drift user.db
        schemaledger drift user.db --against latest
        schemaledger drift user.db --source --against v1.2.0
        schemaledger drift tenants/ --against latest --format ndjson
      """)

  @OptionGroup var list: StoreListOptions
  @OptionGroup var ledger: LedgerOption

  @Option(help: .init("A version, its tag or 'latest', or a revision, meaning its source.", valueName: "version"))
  var against: String?

  @Flag(help: "Compare with the models that the source declares; --against then names a revision.")
  var source = false

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    try list.requireOneForJSON(options)
    if source, ledger.ledger != nil {
      throw ValidationError("--source reads the source in the repository, and --ledger has none")
    }
  }

  func run() throws {
    if source {
      let repository = try options.repository()
      let configuration = try options.oneDatabase(in: try repository.present())
      let paths = try list.paths(options)
      let drifts = try SourceDrifts(at: against, in: repository, configuration)
      return try list.run("drift", options, paths) { try drifts.compare($0.path, named: $0.name) }
    }
    let versions: FrozenVersions
    do {
      versions = try ledger.versions(options, only: true)
    } catch  where against == nil && options.database == nil && ledger.ledger == nil && Self.hasNoLedger(error) {
      return try list.run("drift", options, try list.paths(options)) {
        try StoreDrift.fromOwnModel($0.path, named: $0.name)
      }
    }
    let paths = try list.paths(options)
    let drifts = try StoreDrifts(against: against, folder: options.directory, in: versions)
    try list.run("drift", options, paths) { try drifts.compare($0.path, named: $0.name) }
  }

  /// Whether there are no frozen versions here, so that a file can only be compared with its own model.
  private static func hasNoLedger(_ error: any Error) -> Bool {
    if case GitError.notARepository = error { return true }
    if case LedgerError.noConfiguration = error { return true }
    return false
  }
}
