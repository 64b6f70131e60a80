internal import LedgerCore
internal import LedgerEntries

extension Drift {
  /// Findings SL201, SL204 and SL301 for what a Swift package declares beside its newest version: every version that is
  /// frozen has to be there still, and to be what was frozen. None for any other source.
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
        // What another kind of source has made may be of before the package.
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
