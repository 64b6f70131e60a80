import CanonicalJSON
import Findings
import GitStore
import LedgerCore
import LedgerKit
internal import Manual
import ReportDocuments
internal import SQLiteSchema

/// A report in [SARIF 2.1.0](https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html), which code scanners and
/// editors read.
///
/// * The report has one run for all databases:
///   [GitHub](https://docs.github.com/en/code-security/reference/code-scanning/sarif-files/sarif-support)
///   accepts one run for each tool and category.
/// * Each result has a location in the repository, because GitHub does not show it without one.
/// * The `helpUri` of a rule must be an absolute URI, so a rule has one only if the project's pages have an address. The
///   description itself is in `help`.
struct SarifReport {
  /// The name of the command.
  let command: String
  let parts: [DatabaseFindings]
  var notes: [Note] = []
  /// The warnings that are not findings.
  var warnings: [DisplayText] = []
  /// Why the results are incomplete; `nil` if they are complete.
  var failure: DisplayText?
  /// The address of the pages that describe the rules.
  var site: String? = ProjectAddress.site

  private var findings: [Finding] { parts.flatMap(\.findings) }

  /// The complete document.
  func document() throws -> DisplayText {
    Self.document(
      command, results: try results(), rules: rules, isDone: failure == nil,
      notifications: (failure.map { [["level": "error", "message": Self.message($0)]] } ?? [])
        + notes.map(Self.notification)
        + warnings.map { ["level": "warning", "message": Self.message($0)] })
  }

  private static func notification(_ note: Note) -> JSONValue {
    ["descriptor": ["id": .string(note.code)], "level": "note", "message": message("\(note.message)")]
  }

  /// Returns the document of a run that failed. It has no `results`, so that a reader does not conclude that there are
  /// no findings.
  static func document(of failure: DisplayText, in command: String) -> DisplayText {
    document(
      command, results: nil, rules: [], isDone: false,
      notifications: [["level": "error", "message": message(failure)]])
  }

  private static func document(
    _ command: String, results: [JSONValue]?, rules: [JSONValue], isDone: Bool, notifications: [JSONValue]
  ) -> DisplayText {
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
    return .json(log)
  }

  // MARK: Rules

  private var codes: [Finding.Code] { Set(findings.map(\.code)).sorted { $0.rawValue < $1.rawValue } }

  private var rules: [JSONValue] {
    codes.map { code in
      let url = code.url(on: site)
      let place: DisplayText = url.map { "at \($0)" } ?? "by: schemaledger explain \(code.rawValue)"
      let text = "\(code.rawValue): \(code.title). It is described \(place)" as DisplayText
      return JSONValue(present: [
        "defaultConfiguration": ["level": .string(code.severity.rawValue)],
        "fullDescription": Self.message("\(code.title)."),
        "help": JSONValue(present: [
          "markdown": Manual.explanation(of: code.rawValue).map { .string($0.blocks.markdown) },
          "text": .string(text.text),
        ]),
        "helpUri": url.map { .string($0) },
        "id": .string(code.rawValue),
        "shortDescription": Self.message("\(code.title)"),
      ])
    }
  }

  // MARK: Results

  private func results() throws -> [JSONValue] {
    let indexes = Dictionary(uniqueKeysWithValues: codes.enumerated().map { ($1, $0) })
    return try parts.fingerprinted.map { part, finding, fingerprint in
      try result(finding, part, rule: indexes[finding.code] ?? -1, fingerprint: fingerprint)
    }
  }

  private func result(
    _ finding: Finding, _ part: DatabaseFindings, rule: Int, fingerprint: String
  ) throws -> JSONValue {
    JSONValue(present: [
      "level": .string(finding.severity.rawValue),
      "locations": [location(of: finding, part)],
      "message": Self.message(finding.wholeMessage),
      // GitHub: "Code scanning only uses the primaryLocationLineHash".
      "partialFingerprints": [
        "primaryLocationLineHash": .string(fingerprint), "schemaledger/v1": .string(fingerprint),
      ],
      "properties": try JSONValue(encoding: FindingDocument(finding, database: part.database)),
      "ruleId": .string(finding.code.rawValue),
      "ruleIndex": .number(rule),
      // > The suppressions values for all result objects in theRun SHALL be either all null or all non-null.
      "suppressions": .array(finding.waiver.map { [suppression($0, part)] } ?? []),
    ])
  }

  private func suppression(_ waiver: Waiver, _ part: DatabaseFindings) -> JSONValue {
    JSONValue(present: [
      "justification": .string(("\(waiver.reason)" as DisplayText).text), "kind": "external",
      "location": part.ledger.map { Self.location($0 + "/" + Waivers.fileName, line: waiver.line) },
      "status": "accepted",
    ])
  }

  private func location(of finding: Finding, _ part: DatabaseFindings) -> JSONValue {
    let place = part.place(of: finding)
    guard case .object(var location) = Self.location(place.path, line: place.line, finding.excerpt) else {
      return .null
    }
    if let object = finding.object {
      let name = finding.column.map { "\(object).\($0)" } ?? object
      location["logicalLocations"] = [["fullyQualifiedName": .string(("\(name)" as DisplayText).text)]]
    }
    return .object(location)
  }

  /// Returns a location. It always has a line, because GitHub requires one.
  private static func location(_ path: String, line: Int?, _ excerpt: Finding.Excerpt? = nil) -> JSONValue {
    [
      "physicalLocation": [
        "artifactLocation": ["uri": .string(uri(path)), "uriBaseId": "%SRCROOT%"],
        "region": JSONValue(present: [
          "endColumn": excerpt.map { .number($0.column + $0.length) },
          "snippet": excerpt.map { ["text": .string(("\($0.text)" as DisplayText).text)] },
          "startColumn": excerpt.map { .number($0.column) },
          "startLine": .number(line ?? 1),
        ]),
      ]
    ]
  }

  /// Returns a relative reference. https://www.rfc-editor.org/rfc/rfc3986#section-2.3
  private static func uri(_ path: String) -> String {
    path.utf8.map { byte in
      let scalar = Unicode.Scalar(byte)
      let isPlain =
        scalar.properties.isAlphabetic && scalar.isASCII || "0123456789-._~/".unicodeScalars.contains(scalar)
      return isPlain ? String(scalar) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }

  /// Returns a message with escaped placeholders:
  ///
  /// > … the characters "{" and "}" SHALL be represented by the character sequences "{{" and "}}" respectively.
  ///
  /// Text that looks like an embedded link, `[text](1)`, must not become one.
  private static func message(_ text: DisplayText) -> JSONValue {
    let escaped = text.replacing("{", with: "{{").replacing("}", with: "}}").replacing("](", with: "] (")
    return ["text": .string(escaped.text)]
  }
}
