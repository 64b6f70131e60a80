import Testing

/// Cases from real repositories in which a rule must be silent or give a note, each beside one in which it must not.
@Suite("Precision of lint rules about foreign keys")
struct ForeignKeyPrecisionTests {
  private typealias Case = PrecisionCase

  private static let family = """
    CREATE TABLE parents (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE children (id INTEGER PRIMARY KEY, parent INTEGER UNIQUE REFERENCES parents (id) ON DELETE CASCADE);
    """
  private static let rebuiltParents = """
    CREATE TABLE new_parents (id INTEGER PRIMARY KEY, name TEXT);
    INSERT INTO new_parents (id, name) SELECT id, name FROM parents;
    DROP TABLE parents;
    ALTER TABLE new_parents RENAME TO parents;
    """

  @Test(
    "a DROP TABLE of a parent is an error if foreign keys are on, and a note if that is not known",
    arguments: [(true, ["SL402 error"]), (false, []), (nil, ["SL402 note"])] as [(Bool?, [String])])
  func cascade(foreignKeys: Bool?, expected: [String]) throws {
    #expect(try Case(before: Self.family, foreignKeys: foreignKeys).found(Self.rebuiltParents) == expected)
  }

  @Test(
    "children that are copied elsewhere before the DROP TABLE and back after it are not lost",
    arguments: [
      (
        "CREATE TEMP TABLE kept AS SELECT * FROM children;",
        "INSERT INTO children SELECT * FROM kept; DROP TABLE kept;",
        true
      ),
      (
        "CREATE TABLE kept (id, parent); INSERT INTO kept (id, parent) SELECT id, parent FROM children;",
        "INSERT INTO children (id, parent) SELECT id, parent FROM kept; DROP TABLE kept;", true
      ),
      // The copy is not complete, is not copied back, or is of another table.
      (
        "CREATE TEMP TABLE kept AS SELECT * FROM children WHERE id > 9;", "INSERT INTO children SELECT * FROM kept;",
        false
      ),
      ("CREATE TEMP TABLE kept AS SELECT * FROM children;", "DROP TABLE kept;", false),
      ("CREATE TEMP TABLE kept AS SELECT * FROM parents;", "INSERT INTO children SELECT id, id FROM kept;", false),
    ])
  func restored(before: String, after: String, isQuiet: Bool) throws {
    let found = try Case(before: Self.family, foreignKeys: true).found(
      before + Self.rebuiltParents + after, except: ["SL407", "SL418", "SL421", "SL440", "SL458"])
    #expect(found.contains("SL402 error") == !isQuiet)
  }

  @Test("references that ON DELETE SET NULL clears can be restored by an UPDATE from a copy")
  func restoredByUpdate() throws {
    let before = """
      CREATE TABLE parents (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE children (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES parents (id) ON DELETE SET NULL);
      """
    let save = "CREATE TEMP TABLE kept AS SELECT id, parent FROM children;"
    let restore = "UPDATE children SET parent = (SELECT parent FROM kept WHERE kept.id = children.id);"
    let lint = Case(before: before, foreignKeys: true)
    #expect(try lint.found(save + Self.rebuiltParents + restore) == [])
    #expect(try lint.found(save + Self.rebuiltParents) == ["SL402 error"])
  }

  @Test(
    "PRAGMA foreign_keys in a transaction matters only if a later statement checks foreign keys",
    arguments: [
      ("CREATE INDEX parents_name ON parents (name);", ["SL401 note"]),
      ("DELETE FROM parents WHERE name = 'x';", ["SL401 warning"]),
      ("INSERT INTO children (id) VALUES (1);", ["SL401 warning"]),
      (rebuiltParents, ["SL401 error", "SL402 error"]),
    ])
  func pragma(script: String, expected: [String]) throws {
    let lint = Case(before: Self.family, isWrapped: true, foreignKeys: true)
    #expect(try lint.found("PRAGMA foreign_keys = OFF;" + script) == expected)
  }

  private static func rebuiltChildren(_ columns: String) -> String {
    """
    CREATE TABLE new_children (\(columns));
    INSERT INTO new_children (id, parent) SELECT id, parent FROM children;
    DROP TABLE children;
    ALTER TABLE new_children RENAME TO children;
    """
  }

  @Test(
    "PRAGMA foreign_keys in a transaction does not matter for copies of rows that foreign keys have checked",
    arguments: [
      (rebuiltChildren("id INTEGER PRIMARY KEY, parent INTEGER UNIQUE REFERENCES parents (id)"), "note"),
      // The rows have to satisfy a foreign key that is new, or that refers to another column or table.
      (rebuiltChildren("id INTEGER PRIMARY KEY REFERENCES parents (id), parent INTEGER UNIQUE"), "warning"),
      (rebuiltChildren("id INTEGER PRIMARY KEY, parent INTEGER UNIQUE REFERENCES parents (name)"), "warning"),
      (rebuiltChildren("id INTEGER PRIMARY KEY, parent INTEGER UNIQUE REFERENCES others (id)"), "warning"),
      // Rows are put aside and copied back.
      (
        "CREATE TEMP TABLE kept AS SELECT * FROM children; DELETE FROM children; "
          + "INSERT INTO children SELECT * FROM kept;", "note"
      ),
      ("CREATE TEMP TABLE kept AS SELECT 1, 9; INSERT INTO children SELECT * FROM kept;", "warning"),
    ])
  func checkedRows(script: String, expected: String) throws {
    let before = Self.family + "CREATE TABLE others (id INTEGER PRIMARY KEY); CREATE UNIQUE INDEX n ON parents (name);"
    let lint = Case(before: before, isWrapped: true, foreignKeys: true)
    let found = try lint.found("PRAGMA foreign_keys = OFF;" + script)
    #expect(found.filter { $0.hasPrefix("SL401") } == ["SL401 \(expected)"])
  }

  @Test("PRAGMA foreign_keys in a transaction does not matter for tables that no user has yet")
  func unreleasedRows() throws {
    var lint = Case(isWrapped: true, foreignKeys: true)
    let script =
      "PRAGMA foreign_keys = OFF;"
      + Self.rebuiltChildren("id INTEGER PRIMARY KEY REFERENCES parents (id), parent INTEGER UNIQUE")
      + "UPDATE children SET parent = 1; DELETE FROM parents;"
    #expect(try lint.found(Self.family, script) == ["SL401 note"])
    lint.isReleasedEach = true
    #expect(try lint.found(Self.family, script).contains("SL401 warning"))
  }

  @Test("what depends on a transaction is at most a note if the tool is not known")
  func assumedTransaction() throws {
    var lint = Case(before: Self.family, isWrapped: true, isAssumed: true, foreignKeys: true)
    #expect(try lint.found("PRAGMA foreign_keys = OFF;" + Self.rebuiltParents) == ["SL401 note", "SL402 note"])
    #expect(try lint.found("CREATE INDEX i ON parents (name); COMMIT; CREATE INDEX j ON parents (id, name);") == [])
    #expect(try lint.found("VACUUM;") == [])
    lint.isAssumed = false
    #expect(
      try lint.found("CREATE INDEX i ON parents (name); COMMIT; CREATE INDEX j ON parents (id, name);")
        == ["SL471 warning"])
    #expect(try lint.found("VACUUM;") == ["SL472 error"])
  }

  @Test("a foreign key that follows a renamed parent matters only if it is released")
  func renamedParent() throws {
    let rename = """
      ALTER TABLE parents RENAME TO old_parents;
      CREATE TABLE parents (id INTEGER PRIMARY KEY, name TEXT);
      INSERT INTO parents (id, name) SELECT id, name FROM old_parents;
      DROP TABLE old_parents;
      """
    let mend = """
      CREATE TABLE new_children (id INTEGER PRIMARY KEY, parent INTEGER UNIQUE REFERENCES parents (id));
      INSERT INTO new_children (id, parent) SELECT id, parent FROM children;
      DROP TABLE children;
      ALTER TABLE new_children RENAME TO children;
      """
    var lint = Case(before: Self.family, foreignKeys: false)
    #expect(try lint.found(rename) == ["SL404 error"])
    #expect(try lint.found(rename, mend) == [])
    lint.isReleasedEach = true
    #expect(try lint.found(rename, mend) == ["SL404 error"])
  }
}
