package import Findings

extension FindingCode {
  package static let upgradePathRemoved = FindingCode("SL209", "Upgrade path removed")
}

/// The source of this kind has no upgrade path for these versions. The previous commit had one.
struct UpgradePathRemoved: LedgerFinding {
  /// The kind of the source.
  let source: String
  let versions: [String]
  /// The folder of migrations that the previous commit configured, with its convention; `isPresent` if it still exists.
  var folder: String?
  var convention: String?
  var isPresent: Bool?
  /// The command that it configured instead.
  var command: String?

  init(source: String, versions: [String], _ former: FormerUpgradePath) {
    (self.source, self.versions) = (source, versions)
    switch former {
    case .migrations(let path, let convention, let isPresent):
      (folder, self.convention, self.isPresent) = (path, convention, isPresent)
    case .command(let line): command = line
    }
  }

  var code: FindingCode { .upgradePathRemoved }

  func message(of finding: Finding) -> String {
    "the source, now of kind \(source), has no upgrade path for databases of \(versions.listed); the previous commit had one"
  }

  func help(for finding: Finding) -> Help? {
    if let command { return "keep it under `source`: `migrate: \(yamlScalar(command.shortened))`" }
    let migrate = "`migrate:` with a command that upgrades the database at {db}"
    if source == "command" { return "databases of users could not be upgraded: under `source`, add \(migrate)" }
    let path = folder ?? ""
    let migrations = "`migrations: {path: \(yamlScalar(path.isEmpty ? "." : path)), convention: \(convention ?? "")}`"
    return isPresent == true
      ? "keep the migrations for older databases: under `source`, add \(migrations); or \(migrate)"
      : "restore \(path.isEmpty ? "the migrations" : path) and keep the migrations for older databases: under `source`, add \(migrations); or \(migrate)"
  }
}

/// The upgrade path that the previous commit configured.
package enum FormerUpgradePath: Sendable {
  /// A folder of migrations; `isPresent` if it still exists.
  case migrations(path: String, convention: String, isPresent: Bool)
  case command(String)
}

extension Finding {
  /// A configuration without the upgrade path that the previous commit had.
  ///
  /// - Parameters:
  ///   - kind: the kind of the source.
  ///   - versions: the frozen versions, oldest first.
  package static func upgradePathRemoved(kind: String, versions: [String], _ former: FormerUpgradePath) -> Finding {
    Finding(UpgradePathRemoved(source: kind, versions: versions, former))
      .with(version: versions.last, path: Configuration.fileName)
  }
}
