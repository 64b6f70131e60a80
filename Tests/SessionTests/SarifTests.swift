import Foundation
import TestSupport
import Testing

/// The SARIF output conforms to its published schema, and is consistent with the exit status.
@Suite("SARIF output")
struct SarifTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "SARIF")

  /// A command, its exit status, and the rules of its results with their levels and positions.
  private static let story: [(command: String, status: Int32, results: [String]?)] = [
    ("git init -q && mkdir m && echo 'CREATE TABLE t (a INT);' > m/1_t.sql && git add . && git commit -qm One", 0, nil),
    ("schemaledger verify --format sarif", 2, nil),
    ("schemaledger check --format sarif", 2, nil),
    ("schemaledger init && schemaledger freeze 1.0", 0, nil),
    ("schemaledger verify --format sarif", 0, []),
    ("schemaledger check --format sarif", 0, []),
    ("echo 'ALTER TABLE t ADD COLUMN b;' > m/2_b.sql && git add . && git commit -qm Two", 0, nil),
    // An edited migration, and a note.
    ("echo 'CREATE TABLE t (a TEXT);' > m/1_t.sql", 0, nil),
    ("schemaledger check --format sarif", 1, ["SL202 error m/1_t.sql"]),
    (
      "schemaledger verify --all-history --format sarif", 1,
      ["SL202 error m/1_t.sql", "SL302 error SchemaLedger/Fixtures/1.0/entry.json"]
    ),
    // One finding is waived, and one waiver is unused.
    (
      "printf -- '- {finding: SL202, path: m/1_t.sql, reason: so}\\n- {finding: SL303, reason: so}\\n' > SchemaLedger/waivers.yml",
      0, nil
    ),
    ("schemaledger check --format sarif", 0, ["SL202 waived m/1_t.sql"]),
    (
      "schemaledger verify --all-history --format sarif", 1,
      [
        "SL202 waived m/1_t.sql", "SL302 error SchemaLedger/Fixtures/1.0/entry.json",
        "SL501 error SchemaLedger/waivers.yml:2",
      ]
    ),
    ("rm SchemaLedger/waivers.yml && echo 'CREATE TABLE t  (a INT);' > m/1_t.sql", 0, nil),
    ("schemaledger check --format sarif", 0, ["SL203 note m/1_t.sql"]),
    ("git restore m", 0, nil),
    // A lint finding that is waived, and an unused waiver for a rule.
    ("printf 'SELECT 1;\nDELETE FROM t;\n' > m/3_all.sql", 0, nil),
    ("schemaledger lint --format sarif", 0, ["SL453 warning m/3_all.sql:2"]),
    (
      "printf -- '- {finding: SL453, path: m/3_all.sql, reason: so}\n- {finding: SL451, path: m/3_all.sql, reason: so}\n' > SchemaLedger/waivers.yml",
      0, nil
    ),
    ("schemaledger lint --format sarif", 0, ["SL453 waived m/3_all.sql:2"]),
    (
      "schemaledger lint --all --format sarif", 1,
      ["SL453 waived m/3_all.sql:2", "SL501 error SchemaLedger/waivers.yml:2"]
    ),
    ("schemaledger verify --all-history --format sarif", 0, ["SL318 warning m/3_all.sql:2"]),
    ("rm SchemaLedger/waivers.yml m/3_all.sql", 0, nil),
    // Names with all characters that are special in a URI, and messages with all that are special in SARIF.
    (#"printf 'CREATE TABLE "{0}[a](1)" (a);\n]]> \033 &amp;\n' > 'm/3_ü %%:#?[1].sql'"#, 0, nil),
    ("schemaledger verify --format sarif", 1, ["SL301 error m/3_%C3%BC%20%25%25%3A%23%3F%5B1%5D.sql:2"]),
    ("rm m/3_*", 0, nil),
    // An entry is rewritten, and then deleted.
    ("echo >> SchemaLedger/Fixtures/1.0/schema.json && git commit -qanm Touched", 0, nil),
    ("schemaledger verify --format sarif", 1, ["SL103 error SchemaLedger/Fixtures/1.0/schema.json"]),
    ("git rm -rq SchemaLedger/Fixtures/1.0", 0, nil),
    ("schemaledger check --staged --format sarif", 1, ["SL102 error SchemaLedger/Fixtures/1.0/entry.json"]),
    ("git commit -qnm Away", 0, nil),
    ("schemaledger verify --all-history --format sarif", 1, nil),
  ]

  @Test("each report conforms to the SARIF schema, and each result has a rule, a location and a unique fingerprint")
  func reports() throws {
    var schemas = try JSONSchemas(in: Self.folder)
    let world = try SessionWorld(programFolder: try ProgramFolder.ofTests())
    defer { try? world.remove() }
    for (command, status, results) in Self.story {
      let output = try world.run(command, timeLimit: .seconds(60))
      try #require(output.status == status, "\(command)\n\(output.picture.joined(separator: "\n"))")
      guard command.hasSuffix("--format sarif") else { continue }
      let text = output.stdout.joined(separator: "\n")
      let log = try JSON(text)
      #expect(schemas.problems(of: log, by: "sarif.schema.json") == [], "\(command)\n\(text)")
      let run = try #require(log["runs"]?.elements.first, "\(text)")
      let isDone = run["invocations"]?.elements.first?["executionSuccessful"] == .bool(true)
      #expect(isDone == (status != 2))
      // Missing results are different from empty results.
      #expect((run["results"] == nil) == (status == 2))
      if status == 2 {
        #expect(run["invocations"]?.elements.first?["toolExecutionNotifications"]?.elements.count == 1)
      }
      let all = run["results"]?.elements ?? []
      let rules = run["tool"]?["driver"]?["rules"]?.elements ?? []
      for result in all {
        let rule = result["ruleIndex"]?.number.map { rules[Int($0)] }
        #expect(rule?["id"] == result["ruleId"])
        #expect(result["suppressions"] != nil)
      }
      let fingerprints = all.compactMap { $0["partialFingerprints"]?["primaryLocationLineHash"]?.text }
      #expect(Set(fingerprints).count == all.count, "\(text)")
      if let results { #expect(all.map(Self.brief).sorted() == results, "\(command)\n\(text)") }
    }
  }

  /// A short form of a result: `SL202 error m/1_t.sql:3`.
  private static func brief(_ result: JSON) -> String {
    let place = result["locations"]?.elements.first?["physicalLocation"]
    let line = place?["region"]?["startLine"]?.number.map { $0 == 1 ? "" : ":\(Int($0))" } ?? " without a line"
    let level = result["suppressions"]?.elements.isEmpty == true ? result["level"]?.text : "waived"
    let path = place?["artifactLocation"]?["uri"]?.text ?? "nowhere"
    return "\(result["ruleId"]?.text ?? "") \(level ?? "") \(path)\(line)"
  }

  @Test("a finding has the same fingerprint in the next report, regardless of others")
  func fingerprint() throws {
    let world = try SessionWorld(programFolder: try ProgramFolder.ofTests())
    defer { try? world.remove() }
    func fingerprints(_ command: String) throws -> [String: String] {
      let output = try world.run(command + "; schemaledger check --format sarif", timeLimit: .seconds(60))
      let log = try JSON(output.stdout.joined(separator: "\n"))
      let results = log["runs"]?.elements.first?["results"]?.elements ?? []
      return Dictionary(
        uniqueKeysWithValues: results.map { result in
          (Self.brief(result), result["partialFingerprints"]?["schemaledger/v1"]?.text ?? "")
        })
    }
    let setUp =
      "git init -q; mkdir m; echo 'CREATE TABLE t (a);' > m/1_t.sql; echo 'CREATE TABLE u (a);' > m/2_u.sql; git add .; git commit -qm One; schemaledger init > log; schemaledger freeze 1.0 > log"
    let one = try fingerprints(setUp + "; echo 'CREATE TABLE u (b);' > m/2_u.sql")
    let two = try fingerprints("echo 'CREATE TABLE t (b);' > m/1_t.sql; echo 'CREATE TABLE u (a, c);' > m/2_u.sql")
    #expect(one.count == 1 && two.count == 2)
    #expect(Set(two.values).count == 2)
    #expect(one["SL202 error m/2_u.sql"] == two["SL202 error m/2_u.sql"])
  }
}

extension JSON {
  fileprivate var elements: [JSON] { if case .array(let elements) = self { elements } else { [] } }
  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
  fileprivate var number: Double? { if case .number(let number) = self { number } else { nil } }
}
