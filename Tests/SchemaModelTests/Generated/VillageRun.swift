import Testing

@testable import SchemaModel

/// Does operations to a context and to the truth, and compares the two.
final class VillageRun {
  typealias Mark = Village.Mark
  typealias Property = Village.Property
  typealias Thing = Village.Thing

  struct Difference: Error, CustomStringConvertible {
    let description: String
  }

  let container: ModelContainer
  let context: ModelContext
  var truth: VillageTruth
  /// As it was after the last save.
  private var saved: VillageTruth
  var objects: [Mark: any Thing] = [:]
  /// Objects of rows that new ones have taken over.
  private var aliases: [Mark: [any Thing]] = [:]
  /// Objects that have no row any more.
  private var graves: [Mark: any Thing] = [:]
  private var identifiers: [Mark: PersistentIdentifier] = [:]
  private var merged: [VillageTruth.Pair] = []

  convenience init() throws { self.init(try Village.container(), VillageTruth(), [:]) }

  private init(_ container: ModelContainer, _ truth: VillageTruth, _ identifiers: [Mark: PersistentIdentifier]) {
    self.container = container
    self.truth = truth
    self.identifiers = identifiers
    saved = truth
    context = ModelContext(container)
  }

  // MARK: Operations

  /// - Throws: `Difference`, and what the context throws though it should not.
  func perform(_ operation: VillageOperation) throws {
    switch operation {
    case .insert(let mark, let kind, let name, let links): try insert(mark, kind, name, links)
    case .insertInto(let mark, let property, let new, let name): try insert(new, name, into: mark, property)
    case .age(let mark, let age):
      try change(mark) {
        $0.age = age
      } and: {
        $0.age = age
      }
    case .note(let mark, let note):
      try change(mark) {
        $0.note = note
      } and: {
        $0.note = note
      }
    case .rename(let mark, let name):
      try change(mark) {
        ($0 as? Village.Person)?.name = name
      } and: {
        $0.name = name
      }
    case .set(let mark, let property, let others): try set(mark, property, others.filter(truth.isAlive))
    case .append(let mark, let property, let other): try append(mark, property, other)
    case .remove(let mark, let property, let other): try remove(mark, property, other)
    case .delete(let mark): try delete(mark)
    case .insertAgain(let mark): try insertAgain(mark)
    case .save: try save()
    case .rollback: rollback()
    case .fetch(let kind, let age): try checkFetch(kind, age)
    case .fetchNeighbours(let age): try checkNeighbours(age)
    case .read(let mark, let property): if truth.isAlive(mark) { try check(mark, property) }
    case .readAll: try check()
    case .releaseObjects: releaseObjects()
    case .elsewhere(let operations): try elsewhere(operations)
    }
  }

  private func insert(
    _ mark: Mark, _ kind: Village.Kind, _ name: String, _ links: [(property: Property, others: [Mark])]
  ) throws {
    guard truth.things[mark] == nil else { return }
    let links = links.map { ($0.property, $0.others.filter(truth.isAlive)) }
    guard kind != .ticket || links.first?.1.isEmpty == false else { return }
    let others = Dictionary(uniqueKeysWithValues: try links.map { ($0.0, try $0.1.map(object)) })
    let new = Self.make(mark, kind, name, others)
    context.insert(new)
    objects[mark] = new
    truth.insert(mark, kind, name: kind.isPerson ? name : "")
    for (property, others) in links { truth.set(mark, property, to: others) }
  }

  private static func make(
    _ mark: Mark, _ kind: Village.Kind, _ name: String, _ links: [Property: [any Thing]] = [:]
  ) -> any Thing {
    let home = links[.home]?.first as? Village.House
    let clubs = links[.clubs, default: []].compactMap { $0 as? Village.Club }
    let children = links[.children, default: []].compactMap { $0 as? Village.Person }
    switch kind {
    case .person: return Village.Person(mark: mark, name: name, home: home, clubs: clubs, children: children)
    case .mayor: return Village.Mayor(mark: mark, name: name, home: home, clubs: clubs, children: children)
    case .house: return Village.House(mark: mark)
    case .street: return Village.Street(mark: mark)
    case .club: return Village.Club(mark: mark)
    case .tool: return Village.Tool(mark: mark)
    case .ticket:
      guard let holder = links[.holder]?.first as? Village.Person else { return Village.Tool(mark: mark) }
      return Village.Ticket(mark: mark, holder: holder)
    }
  }

  private func insert(_ new: Mark, _ name: String, into mark: Mark, _ property: Property) throws {
    guard truth.isAlive(mark), truth.things[new] == nil else { return }
    let kind = property.target
    let (owner, thing) = (try object(mark), Self.make(new, kind, name))
    owner.setLinks(property, (property.isToMany ? owner.links(property) : []) + [thing])
    objects[new] = thing
    truth.insert(new, kind, name: kind.isPerson ? name : "")
    truth.link(mark, property, to: new)
  }

  private func change(
    _ mark: Mark, _ body: (any Thing) -> Void, and change: (inout VillageTruth.Thing) -> Void
  ) throws {
    guard truth.isAlive(mark) else { return }
    body(try object(mark))
    truth.change(mark, change)
    if let mayor = try object(mark) as? Village.Mayor { mayor.years = mayor.age }
  }

  private func set(_ mark: Mark, _ property: Property, _ others: [Mark]) throws {
    guard truth.isAlive(mark), property != .holder || !others.isEmpty else { return }
    if property == .tools { for tool in others { try takeAway(tool, unless: mark) } }
    try object(mark).setLinks(property, try others.map(object))
    truth.set(mark, property, to: others)
  }

  private func append(_ mark: Mark, _ property: Property, _ other: Mark) throws {
    guard truth.isAlive(mark), truth.isAlive(other) else { return }
    if property == .tools { try takeAway(other, unless: mark) }
    let (owner, thing) = (try object(mark), try object(other))
    owner.setLinks(property, owner.links(property) + [thing])
    if !truth.links(mark, property).contains(other) { truth.link(mark, property, to: other) }
  }

  private func remove(_ mark: Mark, _ property: Property, _ other: Mark) throws {
    guard truth.isAlive(mark), truth.isAlive(other) else { return }
    let owner = try object(mark)
    owner.setLinks(property, owner.links(property).filter { $0.mark != other })
    truth.unlink(mark, property, from: other)
  }

  /// A tool does not know that it is in a list, and is in one only.
  private func takeAway(_ tool: Mark, unless club: Mark) throws {
    for owner in truth.alive({ $0 == .club }) where owner != club && truth.links(owner, .tools).contains(tool) {
      try remove(owner, .tools, tool)
    }
  }

  private func delete(_ mark: Mark) throws {
    guard truth.isAlive(mark) else { return }
    context.delete(try object(mark))
    truth.delete(mark)
  }

  private func insertAgain(_ mark: Mark) throws {
    if truth.graves[mark] != nil, let object = graves[mark] {
      context.insert(object)
      truth.insertAgain(mark)
      objects[mark] = object
    } else if truth.deleted.contains(mark), truth.things[mark]?.kind != .club, let object = objects[mark] {
      // Its tools may be in another list by now.
      context.insert(object)
      truth.undelete(mark)
    }
  }

  private func save() throws {
    var after = truth
    let outcome = after.save()
    do {
      try context.save()
    } catch {
      guard outcome == .refused else { throw Difference(description: "the save failed: \(error)") }
      truth.followDeleteRules()
      forget()
      try VillageStoreCheck(container).compare(with: saved)
      return
    }
    guard case .saved(let pairs) = outcome else { throw Difference(description: "the save should have failed") }
    truth = after
    saved = after
    for pair in pairs {
      aliases[pair.one, default: []] += [objects[pair.other]].compactMap { $0 } + (aliases[pair.other] ?? [])
    }
    merged += pairs
    forget()
    guard !context.hasChanges else { throw Difference(description: "there are changes after a save") }
    try VillageStoreCheck(container).compare(with: saved)
  }

  private func rollback() {
    context.rollback()
    truth = saved
    truth.forgetGraves()
    forget()
  }

  /// What is not there any more has no object.
  func forget() {
    for (mark, object) in objects where truth.things[mark] == nil {
      graves[mark] = object
      objects[mark] = nil
    }
  }

  private func releaseObjects() {
    for mark in truth.alive() where truth.things[mark]?.isSaved == true {
      if let object = objects.removeValue(forKey: mark) { identifiers[mark] = object.persistentModelID }
      aliases[mark] = nil
    }
  }

  private func elsewhere(_ operations: [VillageOperation]) throws {
    guard !context.hasChanges, truth.deleted.isEmpty else { return }
    for mark in truth.alive() { identifiers[mark] = try object(mark).persistentModelID }
    let other = VillageRun(container, truth, identifiers)
    for operation in operations { try other.perform(operation) }
    try other.save()
    guard !other.context.hasChanges else { return }
    truth = other.truth
    truth.forgetGraves()
    saved = truth
    for mark in truth.alive() { identifiers[mark] = try other.object(mark).persistentModelID }
    for pair in other.merged { objects[pair.one] = objects[pair.other] }
    // Lists that were read are as they were until then.
    context.rollback()
    for kind in Village.Kind.allCases { try checkFetch(kind, nil) }
    forget()
  }

  /// The object with a mark, or one of those that stand for the same row.
  func object(_ mark: Mark) throws -> any Thing {
    if let object = aliases[mark]?.last { return object }
    if let object = objects[mark] { return object }
    guard let identifier = identifiers[mark], let object = context.model(for: identifier) as? any Thing else {
      throw Difference(description: "there is no object \(mark)")
    }
    objects[mark] = object
    return object
  }
}
