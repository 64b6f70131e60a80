import CanonicalJSON
import Findings
import Foundation
import LedgerKit
import ReportDocuments
import ReportPage
import Testing

@testable import SchemaledgerProgram

/// The JSON of `verify` as `report --from` reads it.
@Suite("Reports of verify as values")
struct VerifyDocumentTests {
  private static let digest = String(repeating: "1", count: 64)
  private static let commit = String(repeating: "2", count: 40)

  /// With every member that `Docs/json` describes.
  private static let report: JSONValue = [
    "brokenReferences": ["refs/heads/gone"], "command": "verify", "commitsWalked": 3, "findings": [finding],
    "fixtures": [
      [
        "arrived": true, "assumptions": [["condition": "a > 0", "table": "t"]], "cached": false, "codes": ["SL304"],
        "commits": [.string(commit)], "database": "App", "entry": .string(digest), "findings": [finding],
        "measured": [
          [
            "bytes": -1, "growth": .decimal(1.5), "id": "1", "path": "m/1.sql", "rows": 1_000,
            "seconds": .decimal(0.25),
          ]
        ],
        "notCovered": [["column": "a", "reason": "has no rows", "table": "t"]], "outcome": "failed", "place": 0,
        "schema": .string(digest), "seconds": .decimal(2.0),
        "statements": [
          [
            "column": "a", "count": 1, "foreignKeys": true, "kind": "filled", "other": "b", "paths": ["m/1.sql"],
            "samples": ["id 1: NULL → 0"], "table": "t", "total": 2,
          ]
        ],
        "steps": .null, "to": "1.1", "version": "1.0",
      ]
    ],
    "limits": [["database": "App", "isUntried": true, "message": "the source has no migrations", "trial": "pairs"]],
    "notes": [["code": "SL601", "database": "App", "message": "a program"]],
    "options": ["rows": 20, "trials": ["pairs"]], "schemaledger": "0.0.9", "scope": "allHistory",
    "shard": [
      "databases": ["App"], "durations": .string(digest), "fixtures": 2, "goal": .string(digest),
      "ledgers": ["SchemaLedger"], "missing": [2], "number": 1, "of": 2, "records": ["{}"],
      "settings": .string(digest), "work": .string(digest),
    ],
    "summary": ["errors": 1, "notes": 0, "waived": 1, "warnings": 0],
    "untried": [["database": "App", "kind": "withoutRows", "message": "a table"]],
  ]

  private static let finding: JSONValue = [
    "assumption": ["condition": "a > 0", "table": "t"], "branch": "next",
    "changes": [
      [
        "after": .null, "before": "a TEXT", "column": "a", "kind": "column.removed", "object": "t",
        "verdict": "changed",
      ]
    ],
    "code": "SL304", "column": "a", "commands": [["command": "schemaledger diff 1.0", "purpose": "inspect"]],
    "commit": .string(commit),
    "commits": [
      [
        "author": "Ada <ada@example.org>", "commit": .string(commit), "date": "2026-01-01T00:00:00Z", "role": "changed",
        "summary": "One",
      ]
    ],
    "database": "App", "entry": .string(digest), "evidence": "frozen", "facts": ["count": 1, "kind": "rowsLost"],
    "excerpt": ["column": 1, "length": 2, "text": "DROP"], "hint": "keep the rows", "line": 3,
    "message": "rows of t are lost", "object": "t", "output": ["a line"],
    "page": "https://example.org", "path": "m/1.sql", "pending": true, "places": ["t", "u"], "samples": ["id 1"],
    "severity": "error", "to": "1.1", "tooBroadWaiver": ["add": "object: t", "waiver": "SchemaLedger/waivers.yml:1"],
    "version": "1.0", "versions": ["1.0", "1.1"], "waived": ["reason": "a cache", "until": "2999-01-01"],
  ]

  @Test("a report that is read and written again is the same")
  func roundTrip() throws {
    let document = try Self.read(Self.report)
    #expect(try JSONValue(encoding: document) == Self.report)
  }

  @Test("the sample has every member of the schemas, and none of those that they require may be missing")
  func requiredMembers() throws {
    var visited = 0
    try Self.visit(Self.report, try Schema("verify.schema.json"), []) { path, schema, members in
      visited += 1
      #expect(Set(members.keys) == Set(schema.properties.keys), "\(path)")
      for key in schema.required {
        let (other, message) = (Self.report.without(path + [key]), "\(path) \(key)")
        #expect(other != Self.report, "\(message)")
        let error = #expect(throws: DecodingError.self, "\(message)") { try Self.read(other) }
        #expect(error?.problem.hasSuffix("\(key) is missing") == true, "\(message): \(error?.problem ?? "")")
      }
    }
    #expect(visited > 15)
  }

  @Test("a code and members that this program does not have are shown and ignored")
  func newerReport() throws {
    let text = Self.report.canonical.replacing("SL304", with: "SL399").replacing("SL601", with: "SL699")
      .replacing(#""place":0"#, with: #""place":0,"further":[{}]"#).replacing(#","missing":[2]"#, with: "")
    let document = try VerifyDocument(Array(text.utf8), file: "verify.json")
    let page = PageReport(
      runs: [.init(file: "verify.json", document: document)], logs: [:], pending: [:], title: "t", commit: nil,
      date: nil
    ).report
    let database = try #require(page.databases.first)
    #expect(database.findings.map(\.code) == ["SL399"])
    #expect(database.findings.map(\.message) == ["rows of t are lost"])
    #expect(page.remarks.contains("a program") && page.remarks.contains("it was verified by schemaledger 0.0.9"))
  }

  @Test(
    "a page does not advise to run the command whose report it is",
    arguments: [
      ("this is final; to check it: schemaledger verify", "schemaledger verify", "this is final", 0),
      ("to check it: schemaledger verify", "schemaledger verify", nil, 0),
      ("to see each: schemaledger verify --timings", "schemaledger verify --timings", nil, 1),
    ])
  func ownCommand(hint: String, command: String, shown: String?, commands: Int) throws {
    let text = Self.report.canonical.replacing("schemaledger diff 1.0", with: command)
      .replacing("keep the rows", with: hint)
    let document = try VerifyDocument(Array(text.utf8), file: "verify.json")
    let page = PageReport(
      runs: [.init(file: "verify.json", document: document)], logs: [:], pending: [:], title: "t", commit: nil,
      date: nil
    ).report
    let finding = try #require(page.databases.first?.findings.first)
    #expect(finding.hint == (commands == 0 ? shown : hint))
    #expect(finding.commands.count == commands)
  }

  @Test(
    "what is no report is refused, with the member that is wrong",
    arguments: [
      ("{", nil), ("[]", nil), (#"{"command":"log","schemaledger":"0.1.0"}"#, nil),
      (#"{"command":"verify","schemaledger":"0.1.0"}"#, "brokenReferences is missing"),
    ])
  func otherFiles(text: String, problem: String?) {
    let error = #expect(throws: Failure.self) { try VerifyDocument(Array(text.utf8), file: "a.json") }
    #expect(error?.message.text == "a.json is not a report of verify" + (problem.map { ": " + $0 } ?? ""))
  }

  private static func read(_ json: JSONValue) throws -> VerifyDocument {
    try JSONValue.decode(from: Array(json.canonical.utf8))
  }

  // MARK: Schemas

  /// An object of a JSON schema.
  private struct Schema {
    private static let folder = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().appending(path: "Docs/json")
    let json: JSONValue

    init(_ file: String) throws {
      json = try #require(JSONValue(parsing: [UInt8](try Data(contentsOf: Self.folder.appending(path: file)))))
    }

    init(_ json: JSONValue) throws {
      guard let reference = json["$ref"]?.string else {
        self.json = json
        return
      }
      let name = try #require(reference.split(separator: "/").last)
      self.json = try #require(try Schema("definitions.schema.json").json["$defs"]?[String(name)])
    }

    var properties: [String: JSONValue] { json["properties"]?.object ?? [:] }
    var required: [String] { (json["required"]?.array ?? []).compactMap(\.string) }
  }

  /// Calls `body` for each object of a document that the schema describes. What a finding says as data depends on its code.
  private static func visit(
    _ value: JSONValue, _ schema: Schema, _ path: [String], _ body: ([String], Schema, [String: JSONValue]) -> Void
  ) throws {
    switch value {
    case .object(let members) where path.last != "facts":
      body(path, schema, members)
      for (key, member) in members {
        try visit(member, try Schema(schema.properties[key] ?? .null), path + [key], body)
      }
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        try visit(element, try Schema(schema.json["items"] ?? .null), path + ["\(index)"], body)
      }
    default: break
    }
  }
}

extension JSONValue {
  /// The value without the member at a path of keys and indices.
  fileprivate func without(_ path: [String]) -> JSONValue {
    guard let key = path.first else { return self }
    let rest = Array(path.dropFirst())
    switch self {
    case .object(var members):
      members[key] = rest.isEmpty ? nil : members[key]?.without(rest)
      return .object(members)
    case .array(let elements):
      return .array(elements.enumerated().map { "\($0)" == key ? $1.without(rest) : $1 })
    default: return self
    }
  }
}
