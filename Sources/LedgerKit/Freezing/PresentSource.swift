public import GitStore
public import LedgerCore
package import LedgerEntries

/// The source and the ledger of a database in the work tree, as a command has read them. Reading hundreds of migrations takes a
/// good part of a freeze, which needs them before it verifies what is pending and again when it builds the entry.
public struct PresentSource: Sendable {
  package let definition: SourceDefinition
  package let ledger: Ledger

  /// Reads both. Runs nothing.
  ///
  /// - Throws: `LedgerError`, `MigrationFolderError`, `GitError`.
  public init(of configuration: DatabaseConfiguration, in snapshot: FileSnapshot) throws {
    definition = try configuration.schemaSource.read(from: snapshot)
    ledger = try Ledger(at: configuration.ledger, in: snapshot)
  }
}
