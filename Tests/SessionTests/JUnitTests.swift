import Foundation
import Testing

/// The JUnit reports are well-formed, and all known test reporters can show them.
@Suite("JUnit output")
struct JUnitTests {
  /// A command, its exit status, and the results of the test cases in its report.
  private static let story: [(command: String, status: Int32, verdicts: [String]?)] = [
    ("git init -q && mkdir m && echo 'CREATE TABLE t (a INT);' > m/1_t.sql && git add . && git commit -qm One", 0, nil),
    ("schemaledger verify --format junit", 2, ["error"]),
    ("schemaledger check --format junit", 2, ["error"]),
    ("schemaledger init", 0, nil),
    ("schemaledger verify --format junit", 0, ["skipped"]),
    ("schemaledger check --format junit", 0, ["passed"]),
    ("schemaledger freeze 1.0", 0, nil),
    ("echo 'ALTER TABLE t ADD COLUMN b;' > m/2_b.sql", 0, nil),
    ("schemaledger verify --format junit", 0, ["passed"]),
    ("git add . && git commit -qm Two && schemaledger freeze 1.1", 0, nil),
    // An edited migration: two versions migrate to a different schema, and one file differs from the frozen one.
    ("echo 'CREATE TABLE t (a TEXT);' > m/1_t.sql", 0, nil),
    // Both versions fail for the same cause.
    ("schemaledger verify --format junit", 1, ["failure", "failure", "failure"]),
    ("schemaledger check --format junit", 1, ["failure"]),
    // A note is not a failure.
    ("echo 'CREATE TABLE t  (a INT);' > m/1_t.sql", 0, nil),
    ("schemaledger check --format junit", 0, ["passed"]),
    ("schemaledger verify --format junit", 0, ["passed", "passed", "passed"]),
    ("git restore m", 0, nil),
    // Names and messages with all characters that are special or forbidden in XML.
    (#"printf 'CREATE TABLE "<&>\"\033[1m" (a);\n]]> &amp;\n' > 'm/3_<&>"'"'"'.sql'"#, 0, nil),
    ("schemaledger verify --format junit", 1, ["failure"]),
    ("rm m/3_*", 0, nil),
    // Three contents of one entry, which are three test cases.
    ("echo >> SchemaLedger/Fixtures/1.0/schema.json && git commit -qanm Touched", 0, nil),
    ("git rm -rq SchemaLedger/Fixtures/1.1 && git commit -qnm Away", 0, nil),
    ("schemaledger verify --all-history --format junit", 1, nil),
    // The configuration is removed although versions are frozen.
    ("git rm -q --cached schemaledger.yml", 0, nil),
    ("schemaledger check --staged --format junit", 2, ["error"]),
  ]

  /// Things that are not tried, each of which `--strict` makes a failure of a test case.
  private static let strict: [(command: String, status: Int32, verdicts: [String]?)] = [
    (
      "git init -q && mkdir m && echo 'CREATE TABLE t (a INT); CREATE TABLE s (a TEXT NOT NULL CHECK (a = 1 AND a = 2)); CREATE TABLE u (a TEXT NOT NULL CHECK (a = 1 AND a = 2));' > m/1_t.sql && git add . && git commit -qm One",
      0, nil
    ),
    ("schemaledger init && git add . && git commit -qm Ledger && schemaledger freeze 1.0", 0, nil),
    ("echo 'ALTER TABLE t ADD COLUMN b;' > m/2_b.sql && git add . && git commit -qm Two", 0, nil),
    ("schemaledger verify --format junit", 0, ["passed"]),
    // Two tables without rows, then two versions of another lineage.
    ("schemaledger verify --strict --format junit", 1, ["passed", "failure", "failure"]),
    ("schemaledger verify --strict --rows 0 --format junit", 0, ["passed"]),
    ("schemaledger freeze 1.1 && rm m/* && echo 'CREATE TABLE IF NOT EXISTS t (a INT, b);' > m/9_t.sql", 0, nil),
    ("git add . && git commit -qnm Anew && schemaledger freeze 2.0 --no-verify", 0, nil),
    ("schemaledger verify --rows 0 --format junit", 0, ["skipped", "skipped", "passed", "passed"]),
    ("schemaledger verify --strict --rows 0 --format junit", 1, ["failure", "failure", "passed", "passed"]),
    // A broken reference, and a shallow clone.
    ("printf '%040d\n' 7 > .git/refs/heads/broken", 0, nil),
    ("schemaledger verify --all-history --rows 0 --format junit", 0, nil),
    (
      "schemaledger verify --all-history --strict --rows 0 --format junit", 1,
      ["failure", "failure", "passed", "passed", "failure"]
    ),
    ("rm .git/refs/heads/broken && git clone -q --depth 1 \"file://$PWD\" shallow", 0, nil),
    (
      "cd shallow && schemaledger verify --all-history --strict --rows 0 --format junit", 1,
      ["failure", "failure", "passed", "passed", "failure", "passed"]
    ),
    // A source without an upgrade path.
    ("echo 'CREATE TABLE t (a INT, b);' > schema.sql", 0, nil),
    ("printf 'source:\\n  kind: schema\\n  path: schema.sql\\n' > schemaledger.yml", 0, nil),
    ("schemaledger verify --rows 0 --interrupt --format junit", 0, ["skipped", "skipped", "passed"]),
    (
      "schemaledger verify --strict --rows 0 --interrupt --format junit", 1,
      ["failure", "failure", "passed", "failure"]
    ),
  ]

  @Test("each report is readable by all tools and agrees with the exit status", arguments: [story, strict])
  func reports(story: [(command: String, status: Int32, verdicts: [String]?)]) throws {
    let world = try SessionWorld(programFolder: try ProgramFolder.ofTests())
    defer { try? world.remove() }
    for (command, status, verdicts) in story {
      let output = try world.run(command, timeLimit: .seconds(60))
      try #require(output.status == status, "\(command)\n\(output.picture.joined(separator: "\n"))")
      guard command.hasSuffix("--format junit") else { continue }
      // The world replaces durations with `<time>`.
      let text = output.stdout.joined(separator: "\n").replacing("<time>", with: "0.5")
      let root = try XMLNode.root(of: text)
      #expect(JUnitRules.problems(of: root) == [], "\(command)\n\(text)")
      let tests = root.all.filter { $0.name == "testcase" }
      let found = tests.map { $0.children.first { $0.name != "system-out" }?.name ?? "passed" }
      if let verdicts { #expect(found == verdicts, "\(command)\n\(text)") }
      #expect(found.contains("failure") == (status == 1) && found.contains("error") == (status == 2), "\(text)")
    }
  }

  @Test(
    "a document that some tool cannot read has a problem",
    arguments: [
      // Two verdicts, a suite without cases, an attribute that Jenkins rejects, a wrong count, and duplicate names.
      #"<testcase classname="A" name="1" time="0.1"><failure type="t" message="m">f</failure><failure type="t" message="m">f</failure></testcase>"#,
      "",
      #"<testcase classname="A" name="1" time="0.1" file="f"/>"#,
      #"<testcase classname="A" name="1" time="0.1"><skipped message="m">m</skipped></testcase>"#,
      #"<testcase classname="A" name="1" time="0.1"/><testcase classname="A" name="1" time="0.1"/>"#,
      #"<testcase classname="A" name="1" time="0.1"><skipped message="m"/></testcase>"#,
      #"<testcase classname="A" name="1" time="1,000.1"/>"#,
      #"<testcase classname="A" name="1" time="0.1"><properties/></testcase>"#,
    ])
  func bad(tests: String) throws {
    #expect(try !JUnitRules.problems(of: XMLNode.root(of: Self.document(tests))).isEmpty)
  }

  @Test("a document that all tools can read has no problem")
  func good() throws {
    let tests = #"<testcase classname="A" name="1" time="0.1"><system-out>o</system-out></testcase>"#
    #expect(try JUnitRules.problems(of: XMLNode.root(of: Self.document(tests))) == [])
  }

  @Test("a text that is not well-formed is rejected", arguments: ["<a>\u{1B}</a>", "<a b=\"<\"/>", "<a>&</a>", ""])
  func malformed(text: String) {
    #expect(throws: (any Error).self) { try XMLNode.root(of: text) }
  }

  private static func document(_ tests: String) -> String {
    let count = tests.components(separatedBy: "<testcase").count - 1
    let counts = #"tests="\#(count)" failures="0" errors="0" time="0.1""#
    return """
      <testsuites name="s" \(counts)><testsuite name="A" skipped="0" \(counts)>\(tests)</testsuite></testsuites>
      """
  }
}
