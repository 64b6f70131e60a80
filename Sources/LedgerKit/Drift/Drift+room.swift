internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources

extension Drift {
  /// Findings about the versions that Room has exported: SL201 for a frozen version whose file has another schema now,
  /// SL204 for one whose file is gone, and SL301 for one whose file does not make a schema.
  ///
  /// - Throws: `LedgerError`, `GitError`.
  func roomFindings(_ schemas: RoomSchemas, _ definition: SourceDefinition) throws -> [Finding] {
    var findings: [Finding] = []
    // An entry made from another kind of source may be older than the files.
    for item in ledger.items where !item.entry.isFromStore && item.entry.sourceKind == definition.kind {
      let name = item.entry.version.name
      guard let version = schemas.version(named: name) else {
        findings.append(.exportRemoved(name, path: schemas.path(ofVersionNamed: name)))
        continue
      }
      do {
        let built = try definition.build(version, configuration.buildSettings(timeLimit: timeLimit))
        findings += try developed(built, item).map { finding in
          var finding = finding
          finding.path = version.path
          return finding
        }
      } catch let error as LedgerError where error.isOfSource {
        findings.append(.migrationFailed(name, error))
      }
    }
    return findings
  }
}
