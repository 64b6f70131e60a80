import Foundation
import Testing

@testable import SQLiteSandbox
@testable import SQLiteSchema
@testable import SQLiteSyntax
@testable import SQLiteTestSupport

@Suite("Parser robustness")
struct ParserRobustnessTests {
  /// Through everything that takes SQL.
  private static func exercise(_ sql: String) {
    checkTokens(sql)
    _ = Script.statements(of: sql)
    _ = Script.meaning(of: sql)
    _ = Script.firstRefused(in: sql)
    _ = CanonicalText.opaque(sql)
    let start = Parser(sql)
    func read<Result>(_ statement: (inout Parser) throws(SyntaxError) -> Result) {
      var parser = start
      _ = try? statement(&parser)
    }
    read { parser throws(SyntaxError) in try parser.createTable() }
    read { parser throws(SyntaxError) in try parser.createIndex() }
    read { parser throws(SyntaxError) in try parser.createView() }
    read { parser throws(SyntaxError) in try parser.createTrigger() }
    read { parser throws(SyntaxError) in try parser.createVirtualTable() }
    read { parser throws(SyntaxError) in try parser.query() }
    read { parser throws(SyntaxError) in try parser.expression() }
  }

  /// Tokens stand in order, inside the text, and leave out nothing but white space and comments.
  private static func checkTokens(_ sql: String) {
    let bytes = Array(sql.utf8)
    var end = 0
    for token in Tokenizer.tokens(of: sql) {
      guard token.range.lowerBound >= end, !token.range.isEmpty, token.range.upperBound <= bytes.count else {
        Issue.record("\(token) in \(sql)")
        return
      }
      if !isBlank(bytes[end..<token.range.lowerBound]) { Issue.record("before \(token) in \(sql)") }
      end = token.range.upperBound
    }
    if !isBlank(bytes[end...]) { Issue.record("the end of \(sql)") }
  }

  /// White space, comments and byte order marks, by a reading of their own.
  private static func isBlank(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    while let byte = rest.first {
      if [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains(byte) {
        rest = rest.dropFirst()
      } else if rest.starts(with: Array("--".utf8)) {
        rest = rest.drop { $0 != 0x0A }
      } else if rest.starts(with: Array("/*".utf8)) {
        rest = rest.dropFirst(2)
        while !rest.isEmpty, !rest.starts(with: Array("*/".utf8)) { rest = rest.dropFirst() }
        rest = rest.dropFirst(2)
      } else if rest.starts(with: [0xEF, 0xBB, 0xBF]) {
        rest = rest.dropFirst(3)
      } else {
        return false
      }
    }
    return true
  }

  private static func mutated(_ bytes: [UInt8], _ random: inout Randomness) -> [UInt8] {
    var bytes = bytes
    for _ in 0...random.below(4) where !bytes.isEmpty {
      let start = random.below(bytes.count)
      let end = min(bytes.count, start + 1 + random.below(20))
      switch random.below(6) {
      case 0: bytes[start] ^= UInt8(1 << random.below(8))
      case 1: bytes.removeSubrange(start..<end)
      case 2: bytes.insert(contentsOf: bytes[start..<end], at: random.below(bytes.count + 1))
      case 3: bytes.removeSubrange(start...)
      case 4: bytes[start] = random.pick(Array("'\"`[]();,.-/*+xX0_\n\0$?@:#!<>=|&~%".utf8))
      default:
        bytes.insert(
          contentsOf: Array(random.pick(["(", "''", "/*", "--", "END", "BEGIN", ";", "\u{FEFF}"]).utf8), at: start)
      }
    }
    return bytes
  }

  @Test("mutated schemas neither crash nor hang, and tokens cover their text", arguments: portions(0..<500))
  func mutations(_ seeds: Range<Int>) {
    for seed in seeds {
      var random = Randomness(seed: seed)
      let model = SchemaGenerator.schema(seed: seed)
      let statement = SQLWriter.sql(model, Layout(seed: seed)) { writer in
        switch seed % 3 {
        case 0 where !model.views.isEmpty: writer.write(model.views[0])
        case 1 where !model.triggers.isEmpty: writer.write(model.triggers[0])
        default: writer.write(model.tables[0])
        }
      }
      let bytes = Array(statement.utf8)
      Self.exercise(statement)
      for _ in 0..<3 { Self.exercise(String(decoding: Self.mutated(bytes, &random), as: UTF8.self)) }
    }
  }

  /// Nests and chains, with what stands before each, in the middle and after each.
  private static let towers: [(String, String, String)] = [
    ("(", "1", ")"), ("- ", "1", ""), ("NOT ", "1", ""), ("~", "1", ""), ("+ (", "a", ")"), ("abs(", "1", ")"),
    ("CASE WHEN ", "1", " THEN 2 END"), ("CASE ", "1", " WHEN 1 THEN 2 END"), ("(SELECT ", "1", ")"),
    ("EXISTS (SELECT ", "1", ")"), ("1 IN (", "1", ")"), ("CAST(", "1", " AS TEXT)"), ("1 BETWEEN ", "1", " AND 2"),
    ("1 = (", "1", ")"), ("", "1", " + 1"), ("", "1", " || 'x'"), ("1 OR ", "1", ""), ("", "a", " COLLATE NOCASE"),
    ("", "a", " IS NULL"), ("(1, ", "1", ")"), ("a LIKE ", "a", ""), ("sum(a) OVER (ORDER BY ", "1", ")"),
  ]

  @Test("deep nesting and long chains give an error or a result", arguments: towers.indices)
  func depth(_ index: Int) async {
    let tower = Self.towers[index]
    for height in [20, 90, 900, 5000] {
      let value =
        String(repeating: tower.0, count: height) + tower.1 + String(repeating: tower.2, count: height)
      await Self.onDeepStack {
        Self.exercise("CREATE TABLE t (a DEFAULT (\(value)))")
        var parser = Parser(value)
        if let expression = try? parser.expression() {
          _ = CanonicalPrinter(scope: .unknown, isFolded: true).write(expression)
        }
      }
    }
  }

  @Test("nested FROM clauses, compound selects and common tables give an error or a result")
  func nestedQueries() async {
    for height in [50, 5000] {
      let shapes = [
        String(repeating: "SELECT * FROM (", count: height) + "t" + String(repeating: ")", count: height),
        String(repeating: "WITH c AS (", count: height) + "SELECT 1" + String(repeating: ") SELECT 1", count: height),
        String(repeating: "SELECT 1 UNION ", count: height) + "SELECT 2",
        "SELECT * FROM " + String(repeating: "t JOIN ", count: height) + "t",
        "SELECT * FROM " + String(repeating: "(", count: height) + "t" + String(repeating: ")", count: height),
        String(repeating: "CREATE TRIGGER a BEGIN SELECT 1; ", count: height),
        "CREATE TABLE t (a " + String(repeating: "x ", count: height) + ")",
        "CREATE TABLE t (a" + String(repeating: ", CHECK (1)", count: height) + ")",
        "CREATE VIRTUAL TABLE t USING m " + String(repeating: "(", count: height),
      ]
      await Self.onDeepStack {
        for shape in shapes { Self.exercise("CREATE VIEW v AS " + shape) }
      }
    }
  }

  @Test(
    "inputs of 100 kB take at most a few seconds",
    arguments: [
      "(", "'", "\"", "[", "/*", "--", ";", "a", "1", "x'", "-", "\u{301}", "\0", "END;", "CREATE TRIGGER a BEGIN ",
      "WHEN 1 THEN ", "'a',", "a.b.", "NOT ",
    ])
  func large(_ piece: String) {
    let text = String(repeating: piece, count: 100_000 / piece.utf8.count)
    let time = ContinuousClock().measure {
      Self.exercise("CREATE TABLE t (a CHECK (a IN (" + text + ")))")
    }
    #expect(time < .seconds(10))
  }

  /// Runs `work` on a stack of 8 MB, which is what a main thread has.
  private static func onDeepStack(_ work: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let thread = Thread {
        work()
        continuation.resume()
      }
      thread.stackSize = 8 << 20
      thread.start()
    }
  }
}
