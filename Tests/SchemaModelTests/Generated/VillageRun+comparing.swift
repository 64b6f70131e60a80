import SchemaModel

/// What the context says, and what it should.
extension VillageRun {
  /// All objects of the context.
  func check() throws {
    for mark in truth.alive() {
      guard let thing = truth.things[mark] else { continue }
      for property in thing.kind.properties { try check(mark, property) }
      try Self.compare(try object(mark), thing, mark)
    }
  }

  static func compare(_ object: any Thing, _ thing: VillageTruth.Thing, _ mark: Mark) throws {
    let name = (object as? Village.Person)?.name ?? ""
    guard object.mark == mark, object.age == thing.age, object.note == thing.note, name == thing.name,
      (object as? Village.Mayor).map({ $0.years == thing.age }) ?? true
    else {
      throw Difference(
        description: "\(mark) is \(object.mark) \(name) \(object.age) \(object.note ?? "nil"), and should be \(thing)")
    }
  }

  func check(_ mark: Mark, _ property: Property) throws {
    let expected = truth.links(mark, property)
    // What is required and not there cannot be read.
    guard property != .holder || !expected.isEmpty else { return }
    let found = try object(mark).links(property).map(\.mark).filter { !truth.deleted.contains($0) }.sorted()
    guard found == expected else {
      throw Difference(description: "\(mark).\(property) is \(found), and should be \(expected)")
    }
  }

  func checkFetch(_ kind: Village.Kind, _ age: Int?) throws {
    let found = try context.things(kind, age: age)
    truth.followDeleteRules()
    forget()
    let expected = truth.alive { kind == .person ? $0.isPerson : $0 == kind }
      .filter { mark in age.map { truth.things[mark].map(\.age) ?? 0 >= $0 } ?? true }
    guard found.map(\.mark).sorted() == expected.sorted() else {
      throw Difference(description: "fetched \(kind) \(found.map(\.mark).sorted()), and not \(expected.sorted())")
    }
    for object in found where objects[object.mark] == nil { objects[object.mark] = object }
  }

  func checkNeighbours(_ age: Int) throws {
    let found = try context.fetch(FetchDescriptor<Village.Person>(predicate: #Predicate { $0.home?.age == age }))
    truth.followDeleteRules()
    forget()
    let expected = truth.alive(\.isPerson)
      .filter { truth.links($0, .home).contains { truth.things[$0]?.age == age } }
    guard found.map(\.mark).sorted() == expected.sorted() else {
      throw Difference(description: "fetched neighbours \(found.map(\.mark).sorted()), and not \(expected.sorted())")
    }
  }
}

extension ModelContext {
  /// The things of a kind, or those that have an age.
  func things(_ kind: Village.Kind, age: Int? = nil) throws -> [any Village.Thing] {
    switch kind {
    case .person: try things(age.map { age in #Predicate<Village.Person> { $0.age >= age } })
    case .mayor: try things(age.map { age in #Predicate<Village.Mayor> { $0.age >= age } })
    case .house: try things(age.map { age in #Predicate<Village.House> { $0.age >= age } })
    case .street: try things(age.map { age in #Predicate<Village.Street> { $0.age >= age } })
    case .club: try things(age.map { age in #Predicate<Village.Club> { $0.age >= age } })
    case .tool: try things(age.map { age in #Predicate<Village.Tool> { $0.age >= age } })
    case .ticket: try things(age.map { age in #Predicate<Village.Ticket> { $0.age >= age } })
    }
  }

  private func things<T: Village.Thing>(_ predicate: Predicate<T>?) throws -> [any Village.Thing] {
    try fetch(FetchDescriptor<T>(predicate: predicate))
  }
}
