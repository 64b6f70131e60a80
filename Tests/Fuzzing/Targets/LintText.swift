import Findings
import LedgerCore
import MigrationSources
import SQLiteLint
import SQLiteSandbox

extension FuzzTarget {
  private static let rebuild = """
    -- schemaledger:allow SL453 why
    PRAGMA foreign_keys = OFF;
    BEGIN;
    CREATE TABLE new_t (id INTEGER PRIMARY KEY, a TEXT NOT NULL CHECK (a <> ''), b REFERENCES p (id));
    INSERT INTO new_t (id, a, b) SELECT id, "a", b FROM t WHERE a = NULL; /* schemaledger:allow SL452 */
    DROP TABLE t;
    ALTER TABLE new_t RENAME TO t;
    CREATE UNIQUE INDEX t_a ON t ("a");
    CREATE TRIGGER g AFTER UPDATE ON t BEGIN INSERT INTO p VALUES (1, "x"); END;
    COMMIT;
    UPDATE t SET a = CURRENT_TIMESTAMP, (b, id) = (1, 2); DELETE FROM p;
    """

  /// What rules find has a place in the script, and nothing of it stays behind.
  static let lint = FuzzTarget(
    name: "lint", share: 20, seeds: { [Array(rebuild.utf8)] + Corpus.migrations }, words: sqlWords,
    read: { bytes in
      let sql = String(decoding: bytes, as: UTF8.self)
      let database = try ScratchDatabase(tracking: .known, timeLimit: 1)
      try database.execute("CREATE TABLE p (id INTEGER PRIMARY KEY, n); CREATE TABLE t (id INTEGER PRIMARY KEY, a, b);")
      var lint = ScriptLint(on: database)
      let failure = try lint.add(sql, isWrapped: bytes.count.isMultiple(of: 2))
      let lines = sql.utf8.count { $0 == UInt8(ascii: "\n") } + 1
      for finding in try lint.findings().flatMap({ $0 }) {
        guard (1...lines).contains(finding.line) else { throw Violation("line \(finding.line) of \(lines)") }
        let shown = Finding(RuleFacts(finding.violation, in: finding.words))
        guard shown.code.rawValue == finding.code.rawValue, !shown.message.isEmpty, shown.help?.text.isEmpty == false
        else {
          throw Violation("\(finding)")
        }
      }
      guard failure == nil || !database.isInTransaction else { throw Violation("a transaction is left open") }
      return failure == nil
    })
}
