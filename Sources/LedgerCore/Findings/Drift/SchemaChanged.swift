package import Findings
package import SQLiteSchema

extension FindingCode {
  package static let schemaChanged = FindingCode("SL201", "Frozen schema changed")
}

/// Where a schema or migrations were read.
package enum SourceOrigin: Sendable, Hashable {
  case today
  case revision(String)
  case store(String)
}

/// The schema of a frozen version differs in the source.
struct SchemaChanged: LedgerFinding {
  let verdict: Verdict
  /// The revision or the store that was read; neither for today's source.
  var revision: String?
  var store: String?

  init(_ verdict: Verdict, in origin: SourceOrigin) {
    self.verdict = verdict
    (revision, store) = (origin.revision, origin.store)
  }

  var code: FindingCode { .schemaChanged }
  var severity: Severity { verdict == .reordered ? .warning : .error }

  func message(of finding: Finding) -> String {
    let version = finding.version ?? ""
    let origin = SourceOrigin.name(revision, store)
    let verb = store == nil ? "produces" : "has"
    return verdict == .reordered
      ? "\(origin) \(verb) the columns of \(version) in a different order than was frozen"
      : "\(finding.lineBefore)\(origin) \(verb) a different schema than was frozen as \(version)"
  }

  func help(for finding: Finding) -> Help? { nil }
}

extension SourceOrigin {
  var revision: String? { if case .revision(let revision) = self { revision } else { nil } }

  var store: String? { if case .store(let name) = self { name } else { nil } }

  static func name(_ revision: String?, _ store: String?) -> String {
    store ?? revision.map { "the source at \($0)" } ?? "today's source"
  }
}

extension Finding {
  package static func schemaChanged(
    _ version: String, _ diff: SchemaDiff, in origin: SourceOrigin = .today, remedy: Remedy
  ) -> Finding {
    Finding(SchemaChanged(diff.verdict, in: origin), remedy: remedy)
      .with(version: version, changes: diff.meaningfulChanges)
  }

  /// The place of a declaration of a model, at the start of a message; only models have a line.
  var lineBefore: String { line.flatMap { line in path.map { "\($0):\(line): " } } ?? "" }
}
