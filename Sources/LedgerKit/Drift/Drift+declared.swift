internal import LedgerCore
internal import LedgerEntries

extension Drift {
  /// Returns findings SL201, SL204 and SL301 for the older versions that a Swift package declares: every frozen version
  /// must still be declared, and its schema must be unchanged. Empty for other kinds of source.
  ///
  /// - Parameter built: the newest version.
  /// - Throws: `LedgerError`, `CancellationError`, `GitError`.
  func declaredFindings(
    _ definition: SourceDefinition, _ built: BuiltSource, with runner: CommandRunner
  ) async throws -> [Finding] {
    guard let package = definition.package else { return [] }
    let versions = try await runner.versions(of: package).names
    var findings: [Finding] = []
    for item in ledger.items where item.entry.version.name != built.version && !item.entry.isFromStore {
      let name = item.entry.version.name
      guard versions.contains(name) else {
        // An entry made from another kind of source may be older than the package.
        if item.entry.sourceKind == definition.kind {
          findings.append(.versionRemoved(name, product: package.product))
        }
        continue
      }
      do {
        let settings = configuration.buildSettings(timeLimit: timeLimit)
        findings += try developed(try await definition.build(package, settings, with: runner, as: name), item)
      } catch let error as LedgerError where error.isOfSource {
        findings.append(.migrationFailed(name, error))
      }
    }
    return findings
  }
}
