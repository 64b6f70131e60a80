import Findings
import SQLiteLint
import SQLiteSandbox
import Testing

/// Scripts that are checked on a database, under conditions that a rule takes into account.
struct PrecisionCase {
  var before = ""
  var isWrapped = false
  var isAssumed = false
  var foreignKeys: Bool?
  var programs = ProgramTexts()
  var down: String?
  /// Whether the scripts are released one by one, or all together.
  var isReleasedEach = false
  var declared: String?

  /// The findings of all scripts, such as `SL402 error`, without those of `except`.
  func found(_ scripts: String..., except: Set<String> = ["SL407", "SL414", "SL440", "SL458"]) throws -> [String] {
    let database = try ScratchDatabase(tracking: .none)
    try database.execute(before)
    var lint = ScriptLint(on: database)
    if let declared {
      let other = try ScratchDatabase(tracking: .none)
      try other.execute(declared)
      try lint.declare(other)
    }
    try lint.release()
    for script in scripts {
      let failure = try lint.add(
        script, isWrapped: isWrapped, isAssumed: isAssumed, down: down, programs: programs, foreignKeys: foreignKeys)
      #expect(failure == nil)
      if isReleasedEach { try lint.release() }
    }
    return try lint.findings().flatMap { $0 }.filter { !except.contains($0.code.rawValue) }.map {
      "\($0.code) \($0.severity)"
    }
  }

  static let indexed = """
    CREATE TABLE t (a INTEGER, b INTEGER, c TEXT);
    CREATE INDEX t_a ON t (a);
    CREATE TRIGGER t_deleted AFTER DELETE ON t BEGIN SELECT 1; END;
    """

  static func rebuilt(_ columns: String) -> String {
    """
    CREATE TABLE new_t (\(columns));
    INSERT INTO new_t (a, b, c) SELECT a, b, c FROM t;
    DROP TABLE t;
    ALTER TABLE new_t RENAME TO t;
    """
  }
}
