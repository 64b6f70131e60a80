import ArgumentParser
import LedgerKit

struct Inspect: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Show the tables, row counts, settings and applied migrations of database files.",
    discussion: """
      Needs no repository. The files are only read, even while an application uses them.

      More than ten files, a folder or a list are reported in groups of the same schema and the same applied migrations. A \
      file that cannot be read does not end the run.

      The exit status is 1 if a file is damaged, and 2 if one could not be opened.

      Example:
        schemaledger inspect user.db
        schemaledger inspect tenants/ --format ndjson
      """)

  @OptionGroup var list: StoreListOptions

  @OptionGroup var options: GlobalOptions

  func validate() throws { try list.requireOneForJSON(options) }

  func run() throws {
    try list.run("inspect", options, try list.paths(options)) { file in
      do {
        return try StoreInspection(of: Store(at: file.path, named: file.name))
      } catch {
        throw UnreadStore(error, named: file.name)
      }
    }
  }
}
