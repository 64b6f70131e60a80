import Foundation
import GRDB
import Testing

@testable import SchemaModel

@Suite("PredicateTranslation")
struct PredicateTranslationTests {
  let rows: PeopleToHurt

  init() throws { rows = try PeopleToHurt.shared.get() }

  @Test("equality", arguments: [nil, 0, 5, .max] as [Int?])
  func equality(rank: Int?) throws {
    try rows.expectSame(#Predicate { $0.rank == rank })
    try rows.expectSame(#Predicate { $0.rank != rank })
    try rows.expectSame(#Predicate { rank == $0.rank })
    try rows.expectSame(#Predicate { !($0.rank == rank) })
    try rows.expectSame(#Predicate { !($0.rank != rank) })
  }

  @Test("nil in every logical operator")
  func logic() throws {
    try rows.expectSame(#Predicate { $0.rank == nil })
    try rows.expectSame(#Predicate { $0.rank != nil })
    try rows.expectSame(#Predicate { !($0.rank == 5) && $0.nick != "a" })
    try rows.expectSame(#Predicate { !($0.rank == 5 || $0.nick == "a") })
    try rows.expectSame(#Predicate { !($0.rank == 5 && $0.nick == "a") })
    try rows.expectSame(#Predicate { ($0.rank == 5) == ($0.nick == "a") })
    try rows.expectSame(#Predicate { ($0.rank == 5) != ($0.nick == "a") })
    try rows.expectSame(#Predicate { $0.rank == 5 || $0.nick == "a" && $0.age > 0 })
    try rows.expectSame(#Predicate { ($0.rank == 5 || $0.nick == "a") && $0.age > 0 })
    try rows.expectSame(#Predicate { $0.age > 0 ? $0.rank == 5 : $0.nick == "a" })
    try rows.expectSame(#Predicate { !($0.age > 0 ? $0.rank == 5 : $0.nick == "a") })
    try rows.expectSame(#Predicate { ($0.age > 0 ? $0.rank : nil) == nil })
    try rows.expectSame(.true)
    try rows.expectSame(.false)
    try rows.expectSame(#Predicate { _ in true })
  }

  @Test("numbers", arguments: [0, 1.5, .nan, .infinity, -.infinity])
  func numbers(number: Double) throws {
    try rows.expectSame(#Predicate { $0.score == number })
    try rows.expectSame(#Predicate { $0.score != number })
    try rows.expectSame(#Predicate { $0.score < number })
    try rows.expectSame(#Predicate { $0.score <= number })
    try rows.expectSame(#Predicate { $0.score > number })
    try rows.expectSame(#Predicate { !($0.score >= number) })
    try rows.expectSame(#Predicate { $0.score == $0.score })
    try rows.expectSame(#Predicate { $0.score != $0.score })
    let float = Float(number)
    try rows.expectSame(#Predicate { $0.weight <= float })
    try rows.expectSame(#Predicate { $0.weight != float })
  }

  @Test("unsigned integers beyond Int64", arguments: [0, 1, 1 << 63, .max] as [UInt64])
  func unsigned(number: UInt64) throws {
    try rows.expectSame(#Predicate { $0.big == number })
    try rows.expectSame(#Predicate { $0.big < number })
    try rows.expectSame(#Predicate { $0.big >= number })
    let (from, to) = (number..., ...number)
    try rows.expectSame(#Predicate { from.contains($0.big) })
    try rows.expectSame(#Predicate { to.contains($0.big) })
  }

  @Test("decimals of any length", arguments: PeopleToHurt.decimals)
  func decimals(text: String) throws {
    let number = try #require(Decimal(string: text))
    try rows.expectSame(#Predicate { $0.price == number })
    try rows.expectSame(#Predicate { $0.price < number })
    try rows.expectSame(#Predicate { $0.price >= number })
  }

  @Test("arithmetic")
  func arithmetic() throws {
    try rows.expectSame(#Predicate { $0.age * 2 - 1 > 3 })
    try rows.expectSame(#Predicate { $0.age / 2 == -1 })
    try rows.expectSame(#Predicate { $0.age % 2 == -1 })
    try rows.expectSame(#Predicate { -$0.age > 1 })
    try rows.expectSame(#Predicate { $0.score - 1 > 0.4 })
    try rows.expectSame(#Predicate { $0.score * 0 == 0 })
    try rows.expectSame(#Predicate { $0.score / 2 > 0.5 })
    try rows.expectSame(#Predicate { $0.score - $0.score == 0 })
    try rows.expectSame(#Predicate { ($0.rank ?? 0) / 2 > 1 })
    try rows.expectSame(#Predicate { 1 / $0.score > 1 }, isExact: false)
    try rows.expectSame(#Predicate { $0.weight + 1 > 1 }, isExact: false)
  }

  @Test("texts in a locale", arguments: PeopleToHurt.names + ["ZOE", "E", "ecole", "Ｂ", "\u{1E9E}"])
  func localizedTexts(text: String) throws {
    let (same, ascending) = (ComparisonResult.orderedSame, ComparisonResult.orderedAscending)
    try rows.expectSame(#Predicate { $0.name.localizedStandardContains(text) })
    try rows.expectSame(#Predicate { !$0.name.localizedStandardContains(text) && $0.age > 0 })
    try rows.expectSame(#Predicate { $0.nick?.localizedStandardContains(text) == true })
    try rows.expectSame(#Predicate { !($0.nick?.localizedStandardContains(text) ?? false) })
    try rows.expectSame(#Predicate { ($0.nick ?? "none").localizedStandardContains(text) })
    try rows.expectSame(#Predicate { $0.boss?.name.localizedStandardContains(text) == true })
    try rows.expectSame(#Predicate { $0.name.caseInsensitiveCompare(text) == same })
    try rows.expectSame(#Predicate { $0.name.caseInsensitiveCompare(text) != same })
    try rows.expectSame(#Predicate { $0.name.localizedCompare(text) == ascending })
    try rows.expectSame(#Predicate { $0.name.localizedStandardContains($0.code) })
  }

  @Test(
    "texts, which Swift compares by canonical equivalence", arguments: PeopleToHurt.names + ["\u{212A}", "\u{37E}"])
  func texts(text: String) throws {
    try rows.expectSame(#Predicate { $0.name == text })
    try rows.expectSame(#Predicate { $0.name != text })
    try rows.expectSame(#Predicate { $0.nick == text })
    try rows.expectSame(#Predicate { $0.nick != text })
    try rows.expectSame(#Predicate { $0.name.contains(text) })
    try rows.expectSame(#Predicate { $0.name.starts(with: text) })
    try rows.expectSame(#Predicate { !$0.name.contains(text) })
    try rows.expectSame(#Predicate { text.contains($0.code) })
    try rows.expectSame(#Predicate { $0.nick?.contains(text) == true })
    try rows.expectSame(#Predicate { $0.nick?.contains(text) != false })
    try rows.expectSame(#Predicate { $0.nick?.starts(with: text) ?? true })
  }

  @Test("the order of texts", arguments: PeopleToHurt.codes + ["e\u{301}"])
  func textOrder(text: String) throws {
    try rows.expectSame(#Predicate { $0.code < text })
    try rows.expectSame(#Predicate { $0.code >= text })
  }

  @Test("parts of a text")
  func characters() throws {
    try rows.expectSame(#Predicate { $0.name.isEmpty })
    try rows.expectSame(#Predicate { $0.name.count == 3 })
    try rows.expectSame(#Predicate { $0.name.count == $0.code.count })
    try rows.expectSame(#Predicate { $0.nick?.isEmpty ?? true })
    try rows.expectSame(#Predicate { $0.nick?.isEmpty == false })
    try rows.expectSame(#Predicate { $0.nick?.count == 1 })
  }

  @Test("dates, identifiers, Booleans and enumerations")
  func scalars() throws {
    let date = Date(timeIntervalSinceReferenceDate: 0.5)
    let (tag, none) = (rows.people[0].tag, UUID?.none)
    let (size, level) = (Size.large, Level.high)
    try rows.expectSame(#Predicate { $0.born < date })
    try rows.expectSame(#Predicate { $0.met == date })
    try rows.expectSame(#Predicate { $0.met != date })
    try rows.expectSame(#Predicate { ($0.met ?? date) >= date })
    try rows.expectSame(#Predicate { $0.tag == tag })
    try rows.expectSame(#Predicate { $0.tag < tag })
    try rows.expectSame(#Predicate { $0.badge == tag })
    try rows.expectSame(#Predicate { $0.badge == none })
    try rows.expectSame(#Predicate { $0.isActive })
    try rows.expectSame(#Predicate { !$0.isActive })
    try rows.expectSame(#Predicate { $0.isActive == false })
    try rows.expectSame(#Predicate { $0.isActive != $0.isActive })
    try rows.expectSame(#Predicate { $0.isKnown == true })
    try rows.expectSame(#Predicate { $0.isKnown != true })
    try rows.expectSame(#Predicate { $0.isKnown == false })
    try rows.expectSame(#Predicate { $0.isKnown == nil })
    try rows.expectSame(#Predicate { $0.isKnown ?? false })
    try rows.expectSame(#Predicate { $0.isKnown ?? true })
    try rows.expectSame(#Predicate { !($0.isKnown ?? false) })
    try rows.expectSame(#Predicate { $0.size == size })
    try rows.expectSame(#Predicate { $0.level == level })
    try rows.expectSame(#Predicate { $0.level != level })
    try rows.expectSame(#Predicate { $0.level?.rawValue == 9 })
    try rows.expectSame(#Predicate { $0.size.rawValue == "large" }, isExact: false)
  }

  @Test("unwrapped optionals")
  func unwrapped() throws {
    try rows.expectSame(#Predicate { if let rank = $0.rank { rank > 0 } else { false } })
    try rows.expectSame(#Predicate { if let rank = $0.rank { rank > 0 } else { true } })
    try rows.expectSame(#Predicate { if let rank = $0.rank { rank != 5 } else { $0.isActive } })
    try rows.expectSame(#Predicate { $0.rank.flatMap { $0 > 0 } == nil })
    try rows.expectSame(#Predicate { $0.rank.flatMap { $0 > 0 } == false })
    try rows.expectSame(#Predicate { $0.rank.flatMap { $0 > 0 } != true })
    try rows.expectSame(#Predicate { ($0.rank ?? 0) > 0 })
    try rows.expectSame(#Predicate { ($0.rating ?? $0.score) > 0.1 })
    try rows.expectSame(#Predicate { $0.rank != nil && $0.rank! > 0 })
  }

  @Test("literal lists")
  func lists() throws {
    let (names, none, ranks) = (["a", "é", "K", "x\ny", "K"], [String](), [nil, 5, 0] as [Int?])
    let (set, sizes, tags) = (Set([1, 3, 5, 7]), [Size.large], rows.people.prefix(3).map(\.tag))
    let doubles = [0, Double.nan, .infinity]
    let homes = [rows.people[0].home, rows.people[1].home]
    try rows.expectSame(#Predicate { names.contains($0.name) })
    try rows.expectSame(#Predicate { !names.contains($0.name) })
    try rows.expectSame(#Predicate { none.contains($0.name) })
    try rows.expectSame(#Predicate { !none.contains($0.name) })
    try rows.expectSame(#Predicate { ranks.contains($0.rank) })
    try rows.expectSame(#Predicate { !ranks.contains($0.rank) })
    try rows.expectSame(#Predicate { set.contains($0.age) })
    try rows.expectSame(#Predicate { sizes.contains($0.size) })
    try rows.expectSame(#Predicate { tags.contains($0.tag) })
    try rows.expectSame(#Predicate { doubles.contains($0.score) })
    try rows.expectSame(#Predicate { homes.contains($0.home) })
    try rows.expectSame(#Predicate { person in names.contains { $0 == person.name } })
    try rows.expectSame(#Predicate { person in names.contains { person.name.contains($0) } })
    try rows.expectSame(#Predicate { person in names.allSatisfy { $0 != person.name } })
    try rows.expectSame(#Predicate { person in none.allSatisfy { $0 == person.name } })
    try rows.expectSame(#Predicate { person in none.contains { $0 == person.name } })
  }

  @Test("long lists", arguments: [999, 1001, 33_000])
  func longLists(count: Int) throws {
    let numbers = Array(3..<count + 3)
    let texts = numbers.map(String.init) + ["é", "a'b", "👨‍👩‍👧"]
    let tags = numbers.map { _ in UUID() } + [rows.people[0].tag]
    let doubles = numbers.map(Double.init)
    try rows.expectSame(#Predicate { numbers.contains($0.age) })
    try rows.expectSame(#Predicate { texts.contains($0.name) })
    try rows.expectSame(#Predicate { tags.contains($0.tag) })
    try rows.expectSame(#Predicate { doubles.contains($0.score) }, isExact: count <= 1000)
    try rows.expectSame(#Predicate { person in numbers.contains { $0 == person.age } }, isExact: false)
  }

  @Test("ranges")
  func ranges() throws {
    let range = 0..<5
    let (low, high) = (Date(timeIntervalSinceReferenceDate: 0), Date(timeIntervalSinceReferenceDate: 1))
    try rows.expectSame(#Predicate { range.contains($0.age) })
    try rows.expectSame(#Predicate { (1...3).contains($0.age) })
    try rows.expectSame(#Predicate { !(1...3).contains($0.age) })
    try rows.expectSame(#Predicate { (low...high).contains($0.born) })
    try rows.expectSame(#Predicate { (-100...$0.age).contains(2) })
    try rows.expectSame(#Predicate { ("a"..<"c").contains($0.code) })
  }

  @Test("parts of structures")
  func composites() throws {
    let (home, none) = (rows.people[0].home, Home?.none)
    let size = Size.large
    try rows.expectSame(#Predicate { $0.home.city == "é" })
    try rows.expectSame(#Predicate { $0.home.number == nil })
    try rows.expectSame(#Predicate { $0.home.size == size })
    try rows.expectSame(#Predicate { $0.second?.city == "b" })
    try rows.expectSame(#Predicate { $0.second?.city != "b" })
    try rows.expectSame(#Predicate { $0.second?.number == nil })
    try rows.expectSame(#Predicate { $0.second?.number == 7 })
    try rows.expectSame(#Predicate { $0.second == nil })
    try rows.expectSame(#Predicate { $0.second != nil })
    try rows.expectSame(#Predicate { $0.second == none })
    try rows.expectSame(#Predicate { $0.home == home })
    try rows.expectSame(#Predicate { $0.home != home })
    try rows.expectSame(#Predicate { $0.second == home })
  }

  @Test("to-one relationships")
  func toOne() throws {
    let boss = try #require(rows.people.first { $0.boss != nil }?.boss).persistentModelID
    let (none, unsaved) = (PersonID?.none, PersonID(key: -1))
    let ids = rows.people.prefix(20).map(\.persistentModelID)
    try rows.expectSame(#Predicate { $0.boss == nil })
    try rows.expectSame(#Predicate { $0.boss != nil })
    try rows.expectSame(#Predicate { $0.boss?.name == "a" })
    try rows.expectSame(#Predicate { $0.boss?.name != "a" })
    try rows.expectSame(#Predicate { $0.boss?.rank == nil })
    try rows.expectSame(#Predicate { ($0.boss?.rank ?? 5) == 5 })
    try rows.expectSame(#Predicate { $0.boss?.boss?.team?.title == "b" })
    try rows.expectSame(#Predicate { $0.boss?.boss == nil })
    try rows.expectSame(#Predicate { $0.boss?.isActive == true })
    try rows.expectSame(#Predicate { $0.boss?.isActive != true })
    try rows.expectSame(#Predicate { $0.boss?.isActive ?? true })
    try rows.expectSame(#Predicate { $0.boss?.persistentModelID == boss })
    try rows.expectSame(#Predicate { $0.boss?.persistentModelID != boss })
    try rows.expectSame(#Predicate { $0.boss?.persistentModelID == none })
    try rows.expectSame(#Predicate { $0.boss?.persistentModelID == unsaved })
    try rows.expectSame(#Predicate { $0.boss?.persistentModelID != unsaved })
    try rows.expectSame(#Predicate { $0.persistentModelID == boss })
    try rows.expectSame(#Predicate { ids.contains($0.persistentModelID) })
    try rows.expectSame(#Predicate { person in if let boss = person.boss { boss == person } else { false } })
    try rows.expectSame(#Predicate { $0.boss == $0.team?.lead })
    try rows.expectSame(#Predicate { $0.boss != $0.team?.lead })
    try rows.expectSame(#Predicate { ($0.boss?.age ?? 0) == $0.age })
    try rows.expectSame(#Predicate { $0.boss?.home.city == "é" })
    try rows.expectSame(#Predicate { $0.boss?.second?.number == 7 })
    try rows.expectSame(
      #Predicate { person in if let boss = person.boss { boss.age > person.age } else { person.age > 3 } })
  }

  @Test("to-many relationships")
  func toMany() throws {
    try rows.expectSame(#Predicate { $0.reports.isEmpty })
    try rows.expectSame(#Predicate { !$0.friends.isEmpty })
    try rows.expectSame(#Predicate { $0.reports.count == 2 })
    try rows.expectSame(#Predicate { $0.friends.count > $0.reports.count })
    try rows.expectSame(#Predicate { $0.reports.contains { $0.rank == 5 } })
    try rows.expectSame(#Predicate { $0.reports.contains { $0.rank != 5 } })
    try rows.expectSame(#Predicate { !$0.reports.contains { $0.rank == 5 } })
    try rows.expectSame(#Predicate { $0.reports.allSatisfy { $0.rank == 5 } })
    try rows.expectSame(#Predicate { $0.friends.allSatisfy { $0.rank != 5 } })
    try rows.expectSame(#Predicate { !$0.friends.allSatisfy { $0.isKnown == true } })
    try rows.expectSame(#Predicate { $0.friends.filter { $0.age > 0 }.count > 1 })
    try rows.expectSame(#Predicate { $0.friends.filter { $0.rank == 5 }.isEmpty })
    try rows.expectSame(#Predicate { $0.friends.filter { $0.age > 0 }.contains { $0.rank == nil } })
    try rows.expectSame(#Predicate { person in person.friends.contains { $0.age > person.age } })
    try rows.expectSame(#Predicate { person in person.friends.contains { $0.boss?.boss == person.boss } })
    try rows.expectSame(#Predicate { person in person.friends.contains { $0.friends.contains { $0 == person } } })
    try rows.expectSame(#Predicate { $0.friends.contains($0) })
    try rows.expectSame(#Predicate { $0.boss?.friends.isEmpty == true })
    try rows.expectSame(#Predicate { $0.boss?.friends.isEmpty != true })
    try rows.expectSame(#Predicate { $0.boss?.friends.count == 0 })
    try rows.expectSame(#Predicate { $0.team?.members.contains { $0.age > 3 } ?? false })
    try rows.expectSame(#Predicate { $0.team?.members.contains { $0.age > 3 } ?? true })
    try rows.expectSame(#Predicate { ($0.team?.members.count ?? 0) > 10 })
  }

  @Test("subclasses")
  func subclasses() throws {
    try rows.expectSame(#Predicate { $0 is Manager })
    try rows.expectSame(#Predicate { !($0 is Manager) })
    try rows.expectSame(#Predicate { ($0 as? Manager)?.budget == 10 })
    try rows.expectSame(#Predicate { ($0 as? Manager)?.budget != 10 })
    try rows.expectSame(#Predicate { $0.boss is Manager })
    try rows.expectSame(#Predicate { $0.friends.contains { $0 is Manager } })
  }

  @Test("conditions without SQL are evaluated in Swift, and the others narrow the rows")
  func partial() throws {
    try rows.expectSame(#Predicate { $0.fullName == "ab" }, isExact: false)
    try rows.expectSame(#Predicate { $0.tags.contains("a") }, isExact: false)
    try rows.expectSame(#Predicate { $0.tags == ["a"] }, isExact: false)
    try rows.expectSame(#Predicate { $0.tags.contains("a") && $0.age > 1 }, isExact: false)
    try rows.expectSame(#Predicate { $0.tags.contains("a") || $0.age > 1 }, isExact: false)
    let predicate = #Predicate<Person> { $0.tags.contains("a") && $0.age > 1 && $0.fullName == "ab" }
    let translation = try PredicateTranslation(predicate, resolver: rows.resolver)
    #expect(translation.condition == SQLFragment("t0.ZAGE > ?", [.integer(1)]))
    #expect(translation.reasons.count == 2)
  }

  @Test("a transient property is an error that names it")
  func transient() {
    #expect(throws: PredicateError.transient(property: "cache", model: "Person")) {
      try PredicateTranslation(#Predicate<Person> { $0.age > 1 && $0.cache == 1 }, resolver: rows.resolver)
    }
    #expect(throws: PredicateError.transient(property: "cache", model: "Person")) {
      try PredicateTranslation(
        #Predicate<Person> { $0.boss?.friends.contains { $0.cache == 1 } ?? false }, resolver: rows.resolver)
    }
  }

  @Test("equal predicates give equal statements, regardless of the values")
  func stable() throws {
    func sql(_ name: String, _ list: [Int]) throws -> String? {
      let predicate = #Predicate<Person> {
        $0.name == name && list.contains($0.age) && $0.friends.contains { $0.boss?.age == 5 }
      }
      return try PredicateTranslation(predicate, resolver: rows.resolver).condition?.sql
    }
    #expect(try sql("a", [1, 2, 3]) == sql("b'", [1, 2, 3, 4]))
    #expect(
      try sql("a", [1]) == """
        t0.ZNAME = ? AND t0.ZAGE IN (?) AND EXISTS (SELECT 1 FROM Z_1FRIENDS t2 JOIN ZPERSON t1 ON t1.Z_PK = \
        t2.Z_1FRIENDS WHERE t2.Z_1OWN = t0.Z_PK AND (SELECT t3.ZAGE FROM ZPERSON t3 WHERE t3.Z_PK = t1.ZBOSS) = ?)
        """)
  }

  @Test("an index is used if there is one")
  func indexes() throws {
    let predicates: [Predicate<Person>] = [
      #Predicate { $0.name == "a" }, #Predicate { $0.name == "é" }, #Predicate { $0.age > 5 },
      #Predicate { (1...3).contains($0.age) }, #Predicate { $0.name.starts(with: "ab") },
      #Predicate { $0.name == "a" && $0.fullName == "b" },
    ]
    for predicate in predicates {
      let condition = try #require(try PredicateTranslation(predicate, resolver: rows.resolver).condition)
      let plan = try rows.queue.read { db in
        try Row.fetchAll(
          db, sql: "EXPLAIN QUERY PLAN SELECT * FROM ZPERSON t0 WHERE \(condition.sql)", arguments: condition.arguments)
      }
      #expect(plan.description.contains("USING INDEX"), "\(condition.sql)")
    }
  }
}
