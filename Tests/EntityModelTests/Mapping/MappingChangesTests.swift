import EntityModel
import SQLiteSandbox
import SQLiteSchema
import Testing

/// The cost of single changes, and the effect of rows on them.
@Suite("Mapping of single changes")
struct MappingChangesTests {
  typealias Attribute = DeclaredModel.Attribute
  typealias Entity = DeclaredModel.Entity
  typealias Relationship = DeclaredModel.Relationship

  private static func model(_ entities: [Entity], _ version: String = "1.0.0") -> DeclaredModel {
    DeclaredModel(version: version, entities: entities)
  }

  private static func user(_ attributes: Attribute..., unique: [[String]] = []) -> [Entity] {
    [Entity(name: "User", attributes: attributes, uniquenessConstraints: unique)]
  }

  private static let name = Attribute(name: "name", type: .string)
  private static let optionalName = Attribute(name: "name", type: .string, isOptional: true)
  private static let score = Attribute(name: "score", type: .integer64, defaultText: "7")

  /// An empty store of the first model, the statements, and both layouts.
  private static func change(
    _ before: [Entity], _ after: [Entity], stage: StagePath.Kind = .lightweight
  ) throws -> (store: SketchStore, statements: [String]) {
    let (from, to) = (model(before), model(after, "2.0.0"))
    let (old, new) = (try StoreLayout(of: from), try StoreLayout(of: to))
    let mapping = try InferredMapping(from: from, to: to, stage: stage)
    let statements = try mapping.statements(from: old, to: new) { _, attribute in
      attribute == "name" ? [.text("it's")] : [.integer(7)]
    }
    return (try SketchStore(empty: old), statements)
  }

  @Test(
    "a change takes only the necessary statements",
    arguments: [
      (user(name), user(name), []),
      (user(name), user(optionalName), []),
      (user(), user(optionalName), ["ALTER TABLE ZUSER ADD COLUMN ZNAME VARCHAR"]),
      (user(name), user(), ["ALTER TABLE ZUSER DROP COLUMN ZNAME"]),
      (
        user(name), user(Attribute(name: "title", originalName: "name", type: .string)),
        ["ALTER TABLE ZUSER RENAME COLUMN ZNAME TO ZTITLE"]
      ),
      (user(), user(score), ["ALTER TABLE ZUSER ADD COLUMN ZSCORE INTEGER", "UPDATE ZUSER SET ZSCORE = 7"]),
      (
        user(optionalName), user(Attribute(name: "name", type: .string, defaultText: "\"it's\"")),
        ["UPDATE ZUSER SET ZNAME = 'it''s' WHERE ZNAME IS NULL"]
      ),
      (
        user(name), user(name, unique: [["name"]]),
        ["CREATE UNIQUE INDEX Z_User_UNIQUE_name ON ZUSER (ZNAME COLLATE BINARY ASC)"]
      ),
      (user(name, unique: [["name"]]), user(name), ["DROP INDEX Z_User_UNIQUE_name"]),
      // The index is kept while another column is dropped.
      (user(name, score, unique: [["name"]]), user(name, unique: [["name"]]), ["ALTER TABLE ZUSER DROP COLUMN ZSCORE"]),
      (
        user(name), user(name).map { Entity(name: "Person", originalName: $0.name, attributes: $0.attributes) },
        [
          "ALTER TABLE ZUSER RENAME TO ZPERSON",
          "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) SELECT -1, 'Person', 0, coalesce(max(Z_MAX), 0) FROM Z_PRIMARYKEY WHERE Z_ENT IN (1)",
          "DELETE FROM Z_PRIMARYKEY WHERE Z_ENT > 0 AND Z_ENT < 16000",
          "UPDATE Z_PRIMARYKEY SET Z_ENT = -Z_ENT WHERE Z_ENT < 0",
        ]
      ),
    ])
  func statements(_ before: [Entity], _ after: [Entity], _ expected: [String]) throws {
    let (store, statements) = try Self.change(before, after)
    #expect(statements == expected)
    for statement in statements { try store.database.execute(statement) }
  }

  @Test("columns that are added come last, and nothing else differs from a new store")
  func order() throws {
    let (store, statements) = try Self.change(Self.user(Self.name), Self.user(Self.name, Self.score))
    for statement in statements { try store.database.execute(statement) }
    let fresh = try SketchStore(empty: StoreLayout(of: Self.model(Self.user(Self.name, Self.score))))
    let diff = SchemaDiff(from: try fresh.database.schema(), to: try store.database.schema())
    #expect(diff.verdict == .reordered)
  }

  /// SQLite's error when the statements are run on some rows.
  private static func failure(_ rows: String, _ before: [Entity], _ after: [Entity]) throws -> String? {
    let (store, statements) = try change(before, after)
    try store.database.execute(rows)
    do {
      for statement in statements { try store.database.execute(statement) }
    } catch {
      return "\(error)"
    }
    return nil
  }

  @Test("rows that are not unique violate a constraint, and SQLite names the column")
  func unique() throws {
    let rows = "INSERT INTO ZUSER (Z_PK, Z_ENT, ZNAME) VALUES (1, 1, 'a'), (2, 1, 'a')"
    let failure = try Self.failure(rows, Self.user(Self.name), Self.user(Self.name, unique: [["name"]]))
    #expect(failure?.contains("UNIQUE constraint failed: ZUSER.ZNAME") == true, "\(failure ?? "no failure")")
  }

  private static func owner(toMany: Bool) -> [Entity] {
    let link = Relationship(name: "set", destination: "Set", isToMany: toMany, isOptional: true)
    return [Entity(name: "Exercise", relationships: [link]), Entity(name: "Set")]
  }

  @Test("an object that several objects link, but that can belong to only one, stops the stage")
  func claimed() throws {
    let sets = "INSERT INTO ZSET (Z_PK, Z_ENT) VALUES (1, 2), (2, 2);"
    let rows = { (keys: String) in sets + "INSERT INTO ZEXERCISE (Z_PK, Z_ENT, ZSET) VALUES \(keys)" }
    let (one, many) = (Self.owner(toMany: false), Self.owner(toMany: true))
    #expect(try Self.failure(rows("(1, 1, 1), (2, 1, 2), (3, 1, NULL)"), one, many) == nil)
    let failure = try Self.failure(rows("(1, 1, 1), (2, 1, 1)"), one, many)
    #expect(
      failure?.contains("Exercise.set: one Set is linked to several objects, but can belong to only one") == true,
      "\(failure ?? "no failure")")
  }

  /// `list` of A links many B, and `owner` of B links one A; `inverses` says whether they are each other's inverse.
  private static func pair(inverses: Bool) -> [Entity] {
    let list = Relationship(
      name: "list", destination: "B", isToMany: true, isOptional: true, inverse: inverses ? "owner" : nil)
    let owner = Relationship(
      name: "owner", destination: "A", isToMany: false, isOptional: true, inverse: inverses ? "list" : nil)
    return [Entity(name: "A", relationships: [list]), Entity(name: "B", relationships: [owner])]
  }

  @Test("two relationships that become each other's inverse are one if they agree, and stop the stage if not")
  func merged() throws {
    let (before, after) = (Self.pair(inverses: false), Self.pair(inverses: true))
    let objects =
      "INSERT INTO ZA (Z_PK, Z_ENT) VALUES (1, 1), (2, 1); INSERT INTO ZB (Z_PK, Z_ENT, ZOWNER, Z1LIST) VALUES"
    let (store, statements) = try Self.change(before, after)
    try store.database.execute("\(objects) (1, 2, 1, 1), (2, 2, NULL, 2), (3, 2, 1, NULL)")
    for statement in statements { try store.database.execute(statement) }
    #expect(try store.database.rows("SELECT ZOWNER FROM ZB ORDER BY Z_PK") == [["1"], ["2"], ["1"]])
    let failure = try Self.failure("\(objects) (1, 2, 1, 2)", before, after)
    #expect(
      failure?.contains("B.owner and A.list become one relationship, but have different values") == true,
      "\(failure ?? "none")")
  }

  private static func friends(_ before: String = "", inverse: String?) -> [Entity] {
    let friends = Relationship(
      name: "friends", destination: "Person", isToMany: true, isOptional: true, inverse: inverse)
    return (before.isEmpty ? [] : [Entity(name: before)]) + [Entity(name: "Person", relationships: [friends])]
  }

  @Test("a relationship that is its own inverse keeps its pairs under other numbers")
  func reflexive() throws {
    let (store, statements) = try Self.change(
      Self.friends(inverse: "friends"), Self.friends("Aunt", inverse: "friends"))
    try store.database.execute(
      "INSERT INTO ZPERSON (Z_PK, Z_ENT) VALUES (1, 1), (2, 1); INSERT INTO Z_1FRIENDS VALUES (1, 2), (2, 1)")
    for statement in statements { try store.database.execute(statement) }
    #expect(
      try store.database.rows("SELECT Z_2FRIENDS, REFLEXIVE FROM Z_2FRIENDS ORDER BY 1") == [["1", "2"], ["2", "1"]])
    let fresh = try SketchStore(empty: StoreLayout(of: Self.model(Self.friends("Aunt", inverse: "friends"))))
    let diff = SchemaDiff(from: try fresh.database.schema(), to: try store.database.schema())
    #expect(diff.verdict <= .cosmetic)
  }

  @Test("a many-to-many relationship that loses its inverse keeps its links if each object has one owner")
  func inverseLost() throws {
    let (before, after) = (Self.friends(inverse: "friends"), Self.friends(inverse: nil))
    let people = "INSERT INTO ZPERSON (Z_PK, Z_ENT) VALUES (1, 1), (2, 1), (3, 1); INSERT INTO Z_1FRIENDS VALUES"
    let (store, statements) = try Self.change(before, after)
    try store.database.execute("\(people) (1, 2), (1, 3)")
    for statement in statements { try store.database.execute(statement) }
    #expect(try store.database.rows("SELECT Z_PK FROM ZPERSON WHERE Z1FRIENDS = 1 ORDER BY 1") == [["2"], ["3"]])
    #expect(try Self.failure("\(people) (1, 3), (2, 3)", before, after)?.contains("can belong to only one") == true)
  }

  @Test("in a custom stage, objects without a required value are counted")
  func unfilled() throws {
    let (before, after) = (Self.user(Self.optionalName), Self.user(Self.name))
    let (store, statements) = try Self.change(before, after, stage: .custom)
    let mapping = try InferredMapping(from: Self.model(before), to: Self.model(after, "2.0.0"), stage: .custom)
    try store.database.execute("INSERT INTO ZUSER (Z_PK, Z_ENT, ZNAME) VALUES (1, 1, 'a'), (2, 1, NULL)")
    for statement in statements { try store.database.execute(statement) }
    let queries = mapping.unfilledQueries(in: try StoreLayout(of: Self.model(after, "2.0.0")))
    #expect(queries.map { "\($0.property.entity).\($0.property.name)" } == ["User.name"])
    #expect(try store.database.rows(queries[0].sql) == [["1"]])
    try store.database.execute("UPDATE ZUSER SET ZNAME = 'b' WHERE ZNAME IS NULL")
    #expect(try store.database.rows(queries[0].sql) == [["0"]])
  }

  @Test("an unknown default is rejected")
  func unknownDefault() throws {
    let (from, to) = (Self.model(Self.user()), Self.model(Self.user(Self.score), "2.0.0"))
    let mapping = try InferredMapping(from: from, to: to)
    let error = #expect(throws: MappingError.self) {
      try mapping.statements(from: StoreLayout(of: from), to: StoreLayout(of: to)) { _, _ in nil }
    }
    #expect(
      error?.message
        == "1.0.0 cannot be migrated to 2.0.0 automatically: User.score has a default whose value is unknown")
  }

  @Test(
    "a literal is read back as its value",
    arguments: [
      SQLLiteral.null, .integer(.min), .integer(.max), .real(0.1), .real(-1e300), .real(.infinity), .text(""),
      .text("it's"), .text("a\0b"), .blob([]), .blob([0, 255]),
    ])
  func literals(_ literal: SQLLiteral) throws {
    let database = try ScratchDatabase(tracking: .none)
    let rows = try database.rows("SELECT typeof(\(literal.sql)), quote(\(literal.sql)), length(\(literal.sql))")
    switch literal {
    case .null: #expect(rows[0][0] == "null")
    case .integer(let value): #expect(rows[0] == ["integer", String(value), String(String(value).count)])
    case .real(let value): #expect(rows[0][0] == "real" && (value.isInfinite || Double(rows[0][1] ?? "") == value))
    case .text(let value): #expect(rows[0][0] == "text" && (value.contains("\0") || rows[0][2] == String(value.count)))
    case .blob(let bytes): #expect(rows[0][0] == "blob" && rows[0][2] == String(bytes.count))
    }
  }
}
