import CanonicalJSON
import ReportDocuments

/// The single object that `--format json` prints. New versions may add keys, but never rename them; `Docs/json/`
/// describes them.
struct JSONReport {
  private var members: [String: JSONValue]

  init(_ command: String) {
    members = ["schemaledger": .string(programVersion), "command": .string(command)]
  }

  subscript(key: String) -> JSONValue? {
    get { members[key] }
    set { members[key] = newValue }
  }

  /// Sets a member to the encoding of a value.
  mutating func set(_ key: String, to value: some Encodable) throws { members[key] = try JSONValue(encoding: value) }

  /// Sets the findings, and how many there are of each severity.
  mutating func set(findings: [FindingDocument]) throws {
    try set("findings", to: findings)
    try set("summary", to: SummaryDocument(findings))
  }

  var value: JSONValue { .object(members) }

  func write(to terminal: Terminal) { terminal.document(.json(value)) }
}
