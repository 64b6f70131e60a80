import ArgumentParser
import GitStore
import LedgerCore
import LedgerKit
import SystemCalls

/// Where the frozen versions are, for commands that need no repository.
struct LedgerOption: ParsableArguments {
  @Option(
    help: .init(
      "Read the frozen versions from a bundle of 'export', or from a ledger's folder, and use no repository.",
      valueName: "bundle|folder"), completion: .file())
  var ledger: String?

  /// The versions of the selected database, or of all.
  ///
  /// - Parameter only: whether there must be one database.
  /// - Throws: `LedgerError`, `GitError`.
  func versions(_ options: GlobalOptions, only: Bool) throws -> FrozenVersions {
    if let ledger {
      let all = try FrozenVersions(at: options.file(ledger), named: ledger.shownFileName)
      return only || options.database != nil ? try all.only(options.database) : all
    }
    let repository = try options.repository()
    let present = try repository.present()
    return try FrozenVersions(
      of: only ? [options.oneDatabase(in: present)] : options.databases(in: present), in: repository)
  }
}
