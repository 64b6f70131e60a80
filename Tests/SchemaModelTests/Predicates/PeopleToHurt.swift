import Foundation
import GRDB
import Testing

@testable import SchemaModel

/// A sequence of numbers that is the same in each run.
struct SeededNumbers: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 31)
  }
}

/// Objects and the rows of the same, with the values on which SQL and Swift may differ: nil, NaN, infinities, bounds,
/// texts that are composed in two ways, empty collections, references to oneself.
final class PeopleToHurt {
  /// Only read.
  nonisolated(unsafe) static let shared = Result { try PeopleToHurt() }

  static let names = [
    "", "a", "A", "ab", "abc", "ABC", "b", "é", "e\u{301}", "e", "école", "e\u{301}cole", "Zoë", "K", ";",

    "x\r\ny", "x\ny", "👨‍👩‍👧", "👨", "a%b_c", "a'b", "a*b?", "ǆ", "a\0b", "ss", "ß", "\u{FFFD}", "\u{10000}",
  ]
  static let codes = ["", "a", "A", "B", "b", "ba", "z", "é", "ß", "\u{FFFD}", "\u{10000}", "0", "10", "9"]
  static let decimals = [
    "0", "1", "-1", "1.5", "9.99", "10", "100", "-0.001", "0.1234567890123456789", "0.1234567890123456788",
    "123456789012345678901234567890", "-123456789012345678901234567890.5", "1e-30", "0.12345678901234568",
  ]

  let people: [Person]
  let teams: [Team]
  let queue: DatabaseQueue
  let resolver = PersonResolver()

  init(seed: UInt64 = 1, count: Int = 120) throws {
    var random = SeededNumbers(state: seed)
    let teams = (1...6).map { Team(key: $0) }
    let people = (1...Int64(count)).map { $0 % 5 == 0 ? Manager(key: $0) : Person(key: $0) }
    for team in teams {
      team.title = Self.names.randomElement(using: &random) ?? ""
      team.limit = [nil, 0, 3].randomElement(using: &random) ?? nil
      team.lead = [nil, people.randomElement(using: &random)].randomElement(using: &random) ?? nil
    }
    for person in people { Self.fill(person, &random) }
    for person in people {
      person.boss = Int.random(in: 0..<3, using: &random) == 0 ? nil : people.randomElement(using: &random)
      person.team = Int.random(in: 0..<3, using: &random) == 0 ? nil : teams.dropLast().randomElement(using: &random)
      person.boss?.reports.append(person)
      person.team?.members.append(person)
      person.friends = Array(people.shuffled(using: &random).prefix(Int.random(in: 0..<4, using: &random)))
    }
    self.people = people
    self.teams = teams
    queue = try PersonTable.database(people, teams)
  }

  private static func fill(_ person: Person, _ random: inout SeededNumbers) {
    func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &random)] }
    person.name = pick(names)
    person.code = pick(codes)
    person.nick = pick([nil, "", "a", "Ab", "e\u{301}", "é"])
    person.age = pick([-7, -2, -1, 0, 1, 2, 3, 5, 18, 40])
    person.rank = pick([nil, nil, -1, 0, 1, 5, .max, .min])
    person.score = pick([0, -0.0, 0.1, 1.5, 2, -1, .nan, .infinity, -.infinity])
    // Not NaN, which the store does not tell from nil.
    person.rating = pick([nil, 0, 0.1, 5, .infinity])
    person.weight = pick([0, 0.1, 2.5, .nan])
    person.born = Date(timeIntervalSinceReferenceDate: pick([0, 0.5, -1, 1e9, -6e10]))
    person.met = pick([nil, Date(timeIntervalSinceReferenceDate: 0), Date(timeIntervalSinceReferenceDate: 0.5)])
    person.tag = UUID(uuid: (pick([0, 1, 128, 255]), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, pick([0, 1])))
    person.badge = pick([nil, person.tag, UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))])
    person.isActive = pick([true, false])
    person.isKnown = pick([nil, true, false])
    person.size = pick([.small, .large])
    person.level = pick([nil, .low, .high])
    person.big = pick([0, 1, 1 << 62, 1 << 63, .max])
    person.price = Decimal(string: pick(decimals)) ?? 0
    person.home = Home(
      city: pick(["", "a", "é", "e\u{301}"]), number: pick([nil, 0, 7]), size: pick([.small, .large]))
    person.second = pick([nil, person.home, Home(city: "b", number: nil, size: .large)])
    person.tags = pick([[], ["a"], ["a", "b"]])
    (person as? Manager)?.budget = pick([0, 10, 100])
  }

  func keys(_ translation: PredicateTranslation) throws -> [Int64] {
    let condition = translation.condition ?? SQLFragment("1")
    return try queue.read { db in
      var keys: [Int64] = []
      try db.cachedStatement(sql: "SELECT t0.Z_PK FROM ZPERSON t0 WHERE \(condition.sql) ORDER BY t0.Z_PK")
        .forEachRow(condition.values, on: db) { keys.append($0.integer(at: 0)) }
      return keys
    }
  }

  /// The rows that SQL finds are the objects that Swift finds; with an inexact translation, they are among them.
  func expectSame(
    _ predicate: Predicate<Person>, isExact: Bool = true, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let translation = try PredicateTranslation(predicate, resolver: resolver)
    #expect(translation.isExact == isExact, "\(translation.reasons)", sourceLocation: sourceLocation)
    let found = try keys(translation)
    let expected = try people.filter { try predicate.evaluate($0) }.map(\.key)
    let sql = "\(translation.condition?.sql ?? "all") \(translation.condition?.values ?? [])"
    if isExact {
      let wrong = Set(found).symmetricDifference(expected).sorted()
      #expect(found == expected, "\(sql): wrong for \(wrong)", sourceLocation: sourceLocation)
    } else {
      #expect(Set(expected).isSubset(of: found), "\(sql)", sourceLocation: sourceLocation)
    }
  }
}
