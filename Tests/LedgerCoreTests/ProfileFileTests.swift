import CanonicalJSON
import SQLiteData
import SQLiteSandbox
import SQLiteSyntax
import TestSupport
import Testing

@testable import LedgerCore

@Suite("Profile file")
struct ProfileFileTests {
  /// Values of all shapes that contain a mark, so that a value that leaks is found.
  private static func values(_ seed: Int, _ mark: String) -> [String] {
    let hex = "\(mark.utf8.map { String($0, radix: 16) }.joined())"
    let texts = [
      mark, "\(mark)@example.org", "https://\(mark).org/x", "/srv/\(mark)", "{\"\(mark)\": \"\(mark)\"}",
      "[\"\(mark)\"]",
      "two \(mark)", "ü\(mark)", "7\(seed)7391746281", "{\(mark)", "2024-01-31 10:00:00", "\(mark)\n'",
    ]
    return texts.map { "'\($0.replacing("'", with: "''"))'" } + [
      "x'\(hex)'", "7391746281", "-7391746281", "0.7391746281", "NULL", "''", "CAST(x'\(hex)FF' AS TEXT)",
    ]
  }

  @Test("neither the file nor a proposal contains a value", arguments: 0..<40)
  func nothingLeaks(seed: Int) throws {
    let mark = "LeakedMark"
    let values = Self.values(seed, mark)
    let database = try ScratchDatabase(tracking: .none)
    try database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, a, b TEXT, c BLOB, d NUMERIC, UNIQUE (a, b, c))")
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1
    func draw(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    // In some tables, a column contains one value only.
    let single = draw(values.count)
    for row in 0..<(20 + draw(40)) {
      let drawn = (0..<4).map { column in column == seed % 4 ? values[single] : values[draw(values.count)] }
      try database.execute("INSERT OR IGNORE INTO t VALUES (\(row), \(drawn.joined(separator: ", ")))")
    }
    let profile = try database.profile()
    let output = profile.json.pretty + profile.proposals.map { "\($0)" }.joined()
    #expect(!output.contains(mark) && !output.lowercased().contains("leakedmark"))
    #expect(!output.contains("7391746281") && !output.contains("2024") && !output.contains("example.org"))
    #expect(!output.contains(mark.utf8.map { String($0, radix: 16) }.joined()))
    let read = try DatabaseProfile(path: "profile.json", bytes: Array(profile.json.pretty.utf8))
    #expect(read.json == profile.json)
  }

  @Test("an error of SQLite does not contain a value")
  func errors() throws {
    let database = try ScratchDatabase(tracking: .none)
    try database.execute(
      "CREATE TABLE t (a); INSERT INTO t VALUES ('{\"LeakedMark\": 1e999}'), ('[LeakedMark]'), ('{\"a\":')")
    let profile = try database.profile()
    #expect(profile.tables[0].columns[0].objects == 1 && profile.tables[0].columns[0].arrays == 0)
  }

  @Test(
    "a file that is not a profile is refused",
    arguments: ["", "{}", "[]", #"{"format": 2, "tables": {}}"#, #"{"format": 1, "tables": {"t": {"rows": 1}}}"#])
  func refused(text: String) {
    #expect(throws: LedgerError.self) { try DatabaseProfile(path: "p.json", bytes: Array(text.utf8)) }
  }
}
