import CanonicalJSON
import LedgerEntries

extension FuzzTarget {
  private static let jsonWords =
    [
      "{", "}", "[", "]", ":", ",", "\"", "null", "true", "false", "1", "-0", "1.0", "1e0", "\\u0000", "\\ud800",
      "\\udc00",
      "\\u00e9", "é", "e\u{301}", "\\/", "\\n", "\u{FEFF}", "\u{2028}", "{}", "[]", "\"a\":1", "[[", "]]", "{\"a\":",
    ] + entryKeys.map { "\"\($0)\":" }

  private static let entryKeys = [
    "commit", "database", "files", "format", "ignored", "migrations", "parents", "schema", "source", "sqlite",
    "version",
    "id", "meaning", "path", "text", "sha256", "size", "convention", "kind", "App.sqlite",
  ]

  private static let entries = [
    #"{"database":"App","files":{"App.sqlite":{"sha256":"aa","size":8192}},"format":1,"migrations":[],"parents":[],"schema":"bb","source":{"kind":"schema"},"sqlite":"3.40.1","version":"1"}"#,
    #"{"commit":"0123456789abcdef0123456789abcdef01234567","database":"App","files":{"App.sqlite":{"sha256":"aa","size":8192},"schema.sql":{"sha256":"bb","size":120}},"format":1,"ignored":["a","b"],"migrations":[{"id":"1","meaning":"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef","path":"db/1.sql","text":"fedcba9876543210fedcba9876543210fedcba9876543210fedcba9876543210"}],"parents":["0a","0b"],"schema":"bb","source":{"convention":"plain","kind":"migrations"},"sqlite":"3.40.1","version":"1.2.0"}"#,
  ]

  /// JSON: what is read and written is the same value, in both forms.
  static let json = FuzzTarget(
    name: "json", share: 80,
    seeds: {
      entries.map { Array($0.utf8) } + [#"{"a":[1,"é\n\u0001",null,true,{"b":{}}]}"#, "[]"].map { Array($0.utf8) }
    },
    words: jsonWords,
    read: { bytes in
      guard let value = JSONValue(parsing: bytes) else { return false }
      for text in [value.canonical, value.pretty] {
        guard JSONValue(parsing: Array(text.utf8)) == value else { throw Violation("not read back: \(text)") }
      }
      return true
    })

  /// `entry.json`: refused, or its bytes come back.
  static let entry = FuzzTarget(
    name: "entry", share: 80, seeds: { entries.map { Array($0.utf8) } }, words: jsonWords,
    read: { bytes in
      let entry: Entry
      do throws(EntryError) { entry = try Entry(parsing: bytes, folder: "1") } catch {
        guard !error.message.isEmpty else { throw Violation("nothing said") }
        return false
      }
      guard entry.bytes == bytes else {
        throw Violation("other bytes: \(String(decoding: entry.bytes, as: UTF8.self))")
      }
      return true
    })
}
