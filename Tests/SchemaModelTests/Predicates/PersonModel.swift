import EntityModel
import Foundation
import GRDB

@testable import SchemaModel

struct PersonID: Codable, Hashable, Sendable { var key: Int64 }

struct Home: Codable, Hashable, Sendable {
  var city: String
  var number: Int?
  var size: Size
}

/// A class as a program has it, without any persistence of its own: what Swift's answers are computed from.
class Person: Hashable {
  let key: Int64
  var name = ""
  /// Only texts in normal form C.
  var code = ""
  var nick: String?
  var age = 0
  var rank: Int?
  var score = 0.0
  var rating: Double?
  var weight: Float = 0
  var born = Date(timeIntervalSinceReferenceDate: 0)
  var met: Date?
  var tag = UUID()
  var badge: UUID?
  var isActive = false
  var isKnown: Bool?
  var size = Size.small
  var level: Level?
  var big: UInt64 = 0
  var price = Decimal(0)
  var home = Home(city: "", number: nil, size: .small)
  var second: Home?
  var tags: [String] = []
  var boss: Person?
  var team: Team?
  var reports: [Person] = []
  var friends: [Person] = []
  var cache = 0
  var fullName: String { name + code }
  var persistentModelID: PersonID { PersonID(key: key) }

  init(key: Int64) { self.key = key }

  static func == (one: Person, other: Person) -> Bool { one === other }
  func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

final class Manager: Person {
  var budget = 0
}

final class Team: Hashable {
  let key: Int64
  var title = ""
  var limit: Int?
  var members: [Person] = []
  var lead: Person?

  init(key: Int64) { self.key = key }

  static func == (one: Team, other: Team) -> Bool { one === other }
  func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

/// Where the classes above lie.
struct PersonResolver: PredicateResolver {
  private let people: [AnyKeyPath: ResolvedProperty]
  private let teams: [AnyKeyPath: ResolvedProperty]

  init() {
    var people: [AnyKeyPath: ResolvedProperty] = [
      \Person.persistentModelID: .primaryKey,
      \Person.cache: .transient(name: "cache"),
      \Person.boss: .toOne(name: "boss", destination: Person.self, storage: .ownKey(column: "ZBOSS")),
      \Person.team: .toOne(name: "team", destination: Team.self, storage: .ownKey(column: "ZTEAM")),
      \Person.reports: .toMany(
        name: "reports", destination: Person.self, storage: .foreignKey(table: "ZPERSON", column: "ZBOSS")),
      \Person.friends: .toMany(
        name: "friends", destination: Person.self,
        storage: .joinTable(name: "Z_1FRIENDS", ownColumn: "Z_1OWN", otherColumn: "Z_1FRIENDS")),
    ]
    for column in PersonTable.columns {
      people[column.keyPath] = .attribute(name: column.name, columns: column.columns, codec: column.codec)
    }
    self.people = people
    var teams: [AnyKeyPath: ResolvedProperty] = [
      \Team.lead: .toOne(name: "lead", destination: Person.self, storage: .ownKey(column: "ZLEAD")),
      \Team.members: .toMany(
        name: "members", destination: Person.self, storage: .foreignKey(table: "ZPERSON", column: "ZTEAM")),
    ]
    teams[\Team.title] = Self.scalar("title", String.self)
    teams[\Team.limit] = Self.scalar("limit", Int?.self)
    self.teams = teams
  }

  private static func scalar(_ name: String, _ type: Any.Type) -> ResolvedProperty? {
    AttributeCodec.of(type).map { .attribute(name: name, columns: ["Z\(name.uppercased())"], codec: $0) }
  }

  func resolve(_ keyPath: AnyKeyPath, on type: Any.Type) -> ResolvedProperty? {
    if type == Team.self { return teams[keyPath] }
    if keyPath == \Manager.budget { return Self.scalar("budget", Int.self) }
    return people[keyPath]
  }

  func textKeyPaths(of type: Any.Type) -> [AnyKeyPath] { [\Person.name, \Person.nick] }
  func table(of type: Any.Type) -> String? { type == Team.self ? "ZTEAM" : "ZPERSON" }
  func entityNumbers(of type: Any.Type) -> [Int]? { type == Manager.self ? [2] : type == Person.self ? [1, 2] : [3] }

  func key(of value: Any, in type: Any.Type) -> Int64? {
    switch value {
    case let id as PersonID: id.key >= 0 ? id.key : nil
    case let person as Person: person.key
    case let team as Team: team.key
    default: nil
    }
  }
}

enum PersonTable {
  struct Column {
    let name: String
    let keyPath: AnyKeyPath
    let codec: AttributeCodec
    let type: String
    var columns: [String] {
      codec.columnCount == 1
        ? ["Z\(name.uppercased())"] : (0..<codec.columnCount).map { "Z\(name.uppercased())\($0)" }
    }
  }

  static var columns: [Column] {
    let properties: [(String, AnyKeyPath, String)] = [
      ("name", \Person.name, "VARCHAR"), ("code", \Person.code, "VARCHAR"), ("nick", \Person.nick, "VARCHAR"),
      ("age", \Person.age, "INTEGER"), ("rank", \Person.rank, "INTEGER"), ("score", \Person.score, "FLOAT"),
      ("rating", \Person.rating, "FLOAT"), ("weight", \Person.weight, "FLOAT"), ("born", \Person.born, "TIMESTAMP"),
      ("met", \Person.met, "TIMESTAMP"), ("tag", \Person.tag, "BLOB"), ("badge", \Person.badge, "BLOB"),
      ("isActive", \Person.isActive, "INTEGER"), ("isKnown", \Person.isKnown, "INTEGER"),
      ("size", \Person.size, "VARCHAR"), ("level", \Person.level, "INTEGER"), ("big", \Person.big, "INTEGER"),
      ("price", \Person.price, "DECIMAL"), ("home", \Person.home, ""), ("second", \Person.second, ""),
      ("tags", \Person.tags, "BLOB"),
    ]
    return properties.compactMap { name, keyPath, type in
      AttributeCodec.of(Swift.type(of: keyPath).valueType).map {
        Column(name: name, keyPath: keyPath, codec: $0, type: type)
      }
    }
  }

  /// The people in a database of their own.
  static func database(_ people: [Person], _ teams: [Team]) throws -> DatabaseQueue {
    let queue = try DatabaseQueue()
    try queue.write { db in
      PredicateFunction.add(to: db)
      let names = columns.flatMap(\.columns)
      let definitions = columns.flatMap { column in column.columns.map { "\($0) \(column.type)" } }
      try db.execute(
        sql: """
          CREATE TABLE ZPERSON (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZBOSS INTEGER, ZTEAM INTEGER, ZBUDGET INTEGER,
            \(definitions.joined(separator: ", ")));
          CREATE TABLE ZTEAM (Z_PK INTEGER PRIMARY KEY, ZTITLE VARCHAR, ZLIMIT INTEGER, ZLEAD INTEGER);
          CREATE TABLE Z_1FRIENDS (Z_1OWN INTEGER, Z_1FRIENDS INTEGER, PRIMARY KEY (Z_1OWN, Z_1FRIENDS));
          CREATE INDEX byName ON ZPERSON (ZNAME);
          CREATE INDEX byAge ON ZPERSON (ZAGE);
          """)
      for person in people {
        let values = try columns.flatMap { try $0.codec.encode(person[keyPath: $0.keyPath] as Any) }
        let manager = person as? Manager
        let fixed = [
          person.key, manager == nil ? 1 : 2, person.boss?.key, person.team?.key, manager.map { Int64($0.budget) },
        ]
        let row = fixed.map { $0.map(StoredValue.integer) ?? .null } + values
        let statement = try db.cachedStatement(
          sql: """
            INSERT INTO ZPERSON (Z_PK, Z_ENT, ZBOSS, ZTEAM, ZBUDGET, \(names.joined(separator: ", ")))
            VALUES (\(repeatElement("?", count: row.count).joined(separator: ", ")))
            """)
        try statement.run(row, on: db)
        for friend in Set(person.friends) {
          try db.execute(sql: "INSERT INTO Z_1FRIENDS VALUES (?, ?)", arguments: [person.key, friend.key])
        }
      }
      for team in teams {
        try db.execute(
          sql: "INSERT INTO ZTEAM VALUES (?, ?, ?, ?)", arguments: [team.key, team.title, team.limit, team.lead?.key])
      }
    }
    return queue
  }
}
