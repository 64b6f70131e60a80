import CanonicalJSON
import Digests
import GitStore
import LedgerCore
import LedgerEntries
import LedgerKit
internal import SQLiteSchema

/// A report in [SARIF 2.1.0](https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html), which code scanners and
/// editors read.
///
/// * One run for all databases: [GitHub](https://docs.github.com/en/code-security/reference/code-scanning/sarif-files/sarif-support)
///   takes one of a tool and a category.
/// * Each result has a place in the repository, because without one it is not shown: the path that the finding names,
///   else the entry of its version, else the configuration.
/// * No rule has a `helpUri`: it has to be an absolute URI, and the pages lie beside the program. `help` names them.
struct SarifReport {
  /// Findings of one database.
  struct Part {
    let database: String
    /// The ledger's folder; nil where it is not known.
    let ledger: String?
    let findings: [Finding]
  }

  /// The command's name.
  let command: String
  let parts: [Part]
  /// What was said besides.
  var notes: [(level: String, text: String)] = []

  private var findings: [Finding] { parts.flatMap(\.findings) }

  /// The whole document.
  var document: String { Self.document(command, results: results, rules: rules, isDone: true, notes: notes) }

  /// The document of a run that came to nothing: without `results`, so that nobody takes them for none.
  static func document(of failure: String, in command: String) -> String {
    document(command, results: nil, rules: [], isDone: false, notes: [("error", failure)])
  }

  private static func document(
    _ command: String, results: [JSONValue]?, rules: [JSONValue], isDone: Bool, notes: [(level: String, text: String)]
  ) -> String {
    let notifications = notes.map { note -> JSONValue in ["level": .string(note.level), "message": message(note.text)] }
    let run = JSONValue(present: [
      // GitHub: "the category … uniquely identifies analyses"; it ends with a slash.
      "automationDetails": ["id": .string("schemaledger/\(command)/")],
      "columnKind": "unicodeCodePoints",
      "invocations": [
        JSONValue(present: [
          "executionSuccessful": .bool(isDone),
          "toolExecutionNotifications": notifications.isEmpty ? nil : .array(notifications),
        ])
      ],
      "results": results.map { .array($0) },
      "tool": [
        "driver": [
          "name": "schemaledger", "rules": .array(rules), "semanticVersion": .string(programVersion),
          "version": .string(programVersion),
        ]
      ],
    ])
    let log: JSONValue = [
      "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
      "runs": [run],
      "version": "2.1.0",
    ]
    return log.pretty
  }

  // MARK: Rules

  private var codes: [Finding.Code] { Set(findings.map(\.code)).sorted { $0.rawValue < $1.rawValue } }

  private var rules: [JSONValue] {
    codes.map { code in
      let help = "\(code.rawValue): \(code.title). It is described in \(code.page) of schemaledger."
      return [
        "fullDescription": Self.message(code.title + "."),
        "help": Self.message(help),
        "id": .string(code.rawValue),
        "shortDescription": Self.message(code.title),
      ]
    }
  }

  // MARK: Results

  private var results: [JSONValue] {
    let indexes = Dictionary(uniqueKeysWithValues: codes.enumerated().map { ($1, $0) })
    var seen: [String: Int] = [:]
    return parts.flatMap { part in
      part.findings.map { finding in
        let subject = Self.fingerprint(of: finding, in: part.database)
        seen[subject, default: 0] += 1
        return result(
          finding, part, rule: indexes[finding.code] ?? -1, fingerprint: "\(subject):\(seen[subject, default: 1])")
      }
    }
  }

  private func result(_ finding: Finding, _ part: Part, rule: Int, fingerprint: String) -> JSONValue {
    let more = FindingText(terminal: Terminal(color: .never)).lines(finding).dropFirst().map { line in
      String(line.drop { $0 == " " })
    }
    return JSONValue(present: [
      "level": .string(finding.severity.rawValue),
      "locations": [location(of: finding, part)],
      "message": Self.message(([finding.message.onOneLine + "."] + more).joined(separator: "\n")),
      // GitHub: "Code scanning only uses the primaryLocationLineHash".
      "partialFingerprints": [
        "primaryLocationLineHash": .string(fingerprint), "schemaledger/v1": .string(fingerprint),
      ],
      "properties": finding.json(database: part.database),
      "ruleId": .string(finding.code.rawValue),
      "ruleIndex": .number(rule),
      // > The suppressions values for all result objects in theRun SHALL be either all null or all non-null.
      "suppressions": .array(finding.waiver.map { [suppression($0, part)] } ?? []),
    ])
  }

  private func suppression(_ waiver: Waiver, _ part: Part) -> JSONValue {
    JSONValue(present: [
      "justification": .string(waiver.reason), "kind": "external",
      "location": part.ledger.map { Self.location($0 + "/" + Waivers.fileName, line: waiver.line) },
      "status": "accepted",
    ])
  }

  /// What the finding is about, without its words: they may become better, and it is the same finding.
  private static func fingerprint(of finding: Finding, in database: String) -> String {
    let parts = [database, finding.version, finding.path, finding.object, finding.column, finding.branch]
    return String(sha256((["\(finding.code.rawValue)"] + parts.map { $0 ?? "" }).joined(separator: "\n")).prefix(16))
  }

  private func location(of finding: Finding, _ part: Part) -> JSONValue {
    let entry = finding.version.flatMap { version in part.ledger.map { "\($0)/Fixtures/\(version)/\(Entry.fileName)" } }
    let path = finding.path ?? entry ?? Configuration.fileName
    guard case .object(var location) = Self.location(path, line: finding.path == nil ? nil : finding.line) else {
      return .null
    }
    if let object = finding.object {
      let name = finding.column.map { "\(object).\($0)" } ?? object
      location["logicalLocations"] = [["fullyQualifiedName": .string(name)]]
    }
    return .object(location)
  }

  /// GitHub wants a line of each place.
  private static func location(_ path: String, line: Int?) -> JSONValue {
    [
      "physicalLocation": [
        "artifactLocation": ["uri": .string(uri(path)), "uriBaseId": "%SRCROOT%"],
        "region": ["startLine": .number(line ?? 1)],
      ]
    ]
  }

  /// A relative reference. https://www.rfc-editor.org/rfc/rfc3986#section-2.3
  private static func uri(_ path: String) -> String {
    path.utf8.map { byte in
      let scalar = Unicode.Scalar(byte)
      let isPlain =
        scalar.properties.isAlphabetic && scalar.isASCII || "0123456789-._~/".unicodeScalars.contains(scalar)
      return isPlain ? String(scalar) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }

  /// > … the characters "{" and "}" SHALL be represented by the character sequences "{{" and "}}" respectively.
  ///
  /// What looks like an embedded link, `[text](1)`, must not become one.
  private static func message(_ text: String) -> JSONValue {
    let harmless = text.withVisibleControls.replacing("{", with: "{{").replacing("}", with: "}}")
    return ["text": .string(harmless.replacing("](", with: "] ("))]
  }
}
