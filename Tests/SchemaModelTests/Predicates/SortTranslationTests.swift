import Foundation
import GRDB
import Testing

@testable import SchemaModel

@Suite("SortTranslation")
struct SortTranslationTests {
  let rows: PeopleToHurt

  init() throws { rows = try PeopleToHurt.shared.get() }

  /// The rows in SQL's order, objects that are equal to Swift in the order of their keys.
  private func expectSame(
    _ descriptors: SortDescriptor<Person>..., sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    guard case .sql(let order) = try SortTranslation(descriptors, resolver: rows.resolver) else {
      Issue.record("not translated", sourceLocation: sourceLocation)
      return
    }
    let found = try rows.queue.read { db in
      try Int64.fetchAll(db, sql: "SELECT t0.Z_PK FROM ZPERSON t0 ORDER BY \(order), t0.Z_PK")
    }
    let expected = rows.people.sorted { one, other in
      for descriptor in descriptors {
        let result = descriptor.compare(one, other)
        if result != .orderedSame { return result == .orderedAscending }
      }
      return one.key < other.key
    }
    #expect(found == expected.map(\.key), "\(order)", sourceLocation: sourceLocation)
  }

  @Test("objects are in Swift's order", arguments: [SortOrder.forward, .reverse])
  func sameOrder(order: SortOrder) throws {
    try expectSame(SortDescriptor(\.age, order: order))
    try expectSame(SortDescriptor(\.rank, order: order))
    try expectSame(SortDescriptor(\.rating, order: order))
    try expectSame(SortDescriptor(\.born, order: order))
    try expectSame(SortDescriptor(\.met, order: order))
    try expectSame(SortDescriptor(\.big, order: order))
    try expectSame(SortDescriptor(\.price, order: order))
    try expectSame(SortDescriptor(\.tag, order: order))
    try expectSame(SortDescriptor(\.badge, order: order))
    try expectSame(SortDescriptor(\.code, order: order))
    try expectSame(SortDescriptor(\.code, comparator: .lexical, order: order))
    try expectSame(SortDescriptor(\.rank, order: order), SortDescriptor(\.code), SortDescriptor(\.age, order: order))
  }

  @Test("without descriptors there is no order")
  func none() throws {
    guard case .sql("") = try SortTranslation([SortDescriptor<Person>](), resolver: rows.resolver) else {
      Issue.record("not empty")
      return
    }
  }

  @Test("descriptors without SQL are evaluated in Swift, with a reason")
  func inSwift() throws {
    guard case .inSwift(let reason) = try SortTranslation([SortDescriptor(\Person.fullName)], resolver: rows.resolver)
    else {
      Issue.record("translated")
      return
    }
    #expect(reason.contains("not a stored property"))
  }

  @Test("a transient property is an error that names it")
  func transient() {
    #expect(throws: PredicateError.transient(property: "cache", model: "Person")) {
      try SortTranslation([SortDescriptor(\Person.cache)], resolver: rows.resolver)
    }
  }

  @Test("decimals are sorted by their numeric value")
  func decimals() {
    let sorted = PeopleToHurt.decimals.compactMap { Decimal(string: $0) }.sorted()
    let keys = sorted.map { PredicateFunction.order(of: $0) }
    for (one, other) in zip(keys, keys.dropFirst()) { #expect(one.lexicographicallyPrecedes(other)) }
  }
}
