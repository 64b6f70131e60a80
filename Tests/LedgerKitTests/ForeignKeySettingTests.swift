import Testing

@testable import LedgerKit

@Suite("Foreign keys in programs")
struct ForeignKeySettingTests {
  static let texts: [(text: String, settings: [String])] = [
    ("db.Exec(\"PRAGMA foreign_keys = ON;\")", ["on 1"]),
    ("\n\ndsn := \"file:a.db?_pragma=foreign_keys(1)\"", ["on 3"]),
    ("\"file:a.db?_foreign_keys=off\"", ["off 1"]), ("options.foreign_keys(true)", ["on 1"]),
    ("PRAGMA foreign_keys=OFF;\nPRAGMA foreign_keys=ON;", ["off 1", "on 2"]),
    ("PRAGMA foreign_keys;", []), ("PRAGMA foreign_keys = \\(value)", []), ("// about foreign_keys on tables", []),
    ("foreign_key_list", []), ("foreign_keys", []),
  ]

  @Test("a place that switches foreign keys is found, with its line", arguments: texts)
  func places(text: String, settings: [String]) {
    let found = ForeignKeySetting.all(in: Array(text.utf8), of: "a.go")
    #expect(found.map { "\($0.isOn ? "on" : "off") \($0.line)" } == settings)
  }
}
