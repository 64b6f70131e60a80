package import Findings
package import SQLiteSandbox

extension FindingCode {
  package static let dependsOnForeignKeys = FindingCode("SL314", "Result depends on the foreign_keys setting")
}

/// The result with foreign keys on differs from the result with foreign keys off.
struct DependsOnForeignKeys: UpgradeFinding {
  /// From off to on.
  let content: ContentDifference

  init(content: ContentDifference) { self.content = content }

  init(from decoder: any Decoder) throws { content = try ContentDifference(from: decoder) }

  func encode(to encoder: any Encoder) throws { try content.encode(to: encoder) }

  var code: FindingCode { .dependsOnForeignKeys }

  func message(of finding: Finding) -> String {
    let outcome =
      switch content.difference {
      case .userVersion: "user_version \(content.after ?? "") instead of \(content.before ?? "")"
      case .rows: "different rows in \(tables)"
      case .schema, .applicationID, .encoding, .damage, .order, .model, .records: "a different schema"
      }
    return finding.migrating("produces \(outcome) with foreign keys on than with foreign keys off")
  }

  private var tables: String {
    let tables = content.tables ?? []
    return "\(tables.prefix(5).joined(separator: ", "))\(tables.count > 5 ? " and more tables" : "")"
  }

  func help(for finding: Finding) -> Help? {
    "write down in the migration what happens to rows whose parents are deleted, before the parents are deleted"
  }
}

/// Frozen migrations fail or lose rows with foreign keys on, and the configuration does not state whether the application has
/// them on.
struct ForeignKeysUnknown: UpgradeFinding {
  /// Paths.
  let migrations: [String]

  var code: FindingCode { .dependsOnForeignKeys }
  var severity: Severity { .warning }

  func message(of finding: Finding) -> String {
    let names = migrations.prefix(3).joined(separator: ", ") + (migrations.count > 3 ? ", …" : "")
    let subject = migrations.count == 1 ? "1 frozen migration fails" : "\(migrations.count) frozen migrations fail"
    let loses = migrations.count == 1 ? "loses" : "lose"
    return "with foreign keys on, \(subject) or \(loses) rows (\(names))"
  }

  func help(for finding: Finding) -> Help? {
    "if the application switches them off while it migrates, set foreign-keys: off in \(Configuration.fileName); with foreign-keys: on, verify reports each of these failures"
  }
}

extension Finding {
  package static func dependsOnForeignKeys(_ version: String, _ difference: DatabaseContent.Difference) -> Finding {
    Finding(DependsOnForeignKeys(content: ContentDifference(difference))).with(version: version)
  }
}
