internal import EntityModel
internal import GitStore
internal import LedgerCore
internal import LedgerEntries
internal import ProjectModels

extension Drift {
  /// Returns findings SL201, SL204 and SL301 for the older versions that a Swift package declares: every frozen version
  /// must still be declared, and its schema must be unchanged. Empty for other kinds of source.
  ///
  /// - Parameters:
  ///   - built: the newest version.
  ///   - snapshot: the sources of the package, in which the changed declarations are looked up.
  /// - Throws: `LedgerError`, `CancellationError`, `GitError`.
  func declaredFindings(
    _ definition: SourceDefinition, _ built: BuiltSource, in snapshot: FileSnapshot, with runner: CommandRunner
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
        let old = try await definition.build(package, settings, with: runner, as: name)
        findings += try developed(old, item).map { try located($0, in: package, snapshot, old) }
      } catch let error as LedgerError where error.isOfSource {
        findings.append(.migrationFailed(name, error))
      }
    }
    return findings
  }

  /// Adds the place of the first changed declaration to a finding about a version of a Swift package. The sources are read for
  /// it, and nothing is built. A finding has no place if they cannot be read, or if what is read is not the model that the
  /// package's program has.
  ///
  /// - Throws: `LedgerError.file` if the frozen model cannot be read; `GitError`.
  func located(
    _ finding: Finding, in package: SwiftPackage?, _ snapshot: FileSnapshot, _ built: BuiltSource
  ) throws -> Finding {
    guard finding.code == .schemaChanged, finding.path == nil, let package, let name = finding.version,
      let item = ledger.items.first(where: { $0.entry.version.name == name }), let frozen = try frozenModel(of: item),
      let model = built.model.flatMap({ try? DeclaredModel(parsing: $0) }),
      let version = DeclaredVersions.ofPackage(in: package.folder, snapshot)?.version(named: name),
      version.problems.isEmpty, version.model.entities == model.entities
    else { return finding }
    let place = version.place(ofFirst: ModelDifference(from: frozen, to: version.model).changes)
    var located = finding
    (located.path, located.line) = (place.path, place.line)
    return located
  }
}
