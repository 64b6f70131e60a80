/// What a context and its store ought to have, written as simply as can be: things, and pairs of things.
struct VillageTruth {
  typealias Mark = Village.Mark
  typealias Property = Village.Property

  struct Thing: Equatable {
    let kind: Village.Kind
    /// Of people; unique.
    var name = ""
    var age = 0
    var note: String?
    /// Whether there is a row.
    var isSaved = false
  }

  struct Pair: Hashable {
    var one: Mark
    var other: Mark
  }

  /// What a save does.
  enum Outcome: Equatable {
    /// New things took over the rows of others, oldest first.
    case saved(merged: [Pair])
    case refused
  }

  /// In the order they were inserted.
  private(set) var order: [Mark] = []
  private(set) var things: [Mark: Thing] = [:]
  /// By the side that stands first in ``Village/Property``.
  private var pairs: [Property: Set<Pair>] = [:]
  /// Things that the next save deletes, in the order in which they were deleted.
  private(set) var deleted: [Mark] = []
  /// How many of them had their delete rules followed.
  private var followed = 0
  /// What these rules have cut, by what was deleted.
  private var cut: [Mark: Set<Link>] = [:]
  /// What has no row any more, and can be inserted again.
  private(set) var graves: [Mark: Grave] = [:]

  /// A pair, and which relationship it belongs to.
  struct Link: Hashable {
    let property: Property
    var pair: Pair
  }

  struct Grave {
    var thing: Thing
    var links: Set<Link>
  }

  // MARK: Reading

  func isAlive(_ mark: Mark) -> Bool { things[mark] != nil && !deleted.contains(mark) }

  func alive(_ isMember: (Village.Kind) -> Bool = { _ in true }) -> [Mark] {
    order.filter { mark in isAlive(mark) && things[mark].map { isMember($0.kind) } == true }
  }

  /// Where a relationship leads, sorted; nothing that is deleted.
  func links(_ mark: Mark, _ property: Property) -> [Mark] {
    let found =
      property.isFirst
      ? pairs[property, default: []].filter { $0.one == mark }.map(\.other)
      : pairs[property.first, default: []].filter { $0.other == mark }.map(\.one)
    return found.filter(isAlive).sorted()
  }

  // MARK: Changing

  mutating func insert(_ mark: Mark, _ kind: Village.Kind, name: String) {
    things[mark] = Thing(kind: kind, name: name)
    order.append(mark)
  }

  mutating func change(_ mark: Mark, _ body: (inout Thing) -> Void) {
    guard var thing = things[mark] else { return }
    body(&thing)
    things[mark] = thing
  }

  mutating func link(_ mark: Mark, _ property: Property, to other: Mark) {
    if !property.isToMany { unlinkAll(mark, property) }
    if let inverse = property.inverse {
      if !inverse.isToMany { unlinkAll(other, inverse) }
    }
    let pair = property.isFirst ? Pair(one: mark, other: other) : Pair(one: other, other: mark)
    pairs[property.first, default: []].insert(pair)
  }

  mutating func unlink(_ mark: Mark, _ property: Property, from other: Mark) {
    pairs[property.first]?.remove(property.isFirst ? Pair(one: mark, other: other) : Pair(one: other, other: mark))
  }

  mutating func set(_ mark: Mark, _ property: Property, to others: [Mark]) {
    let now = links(mark, property)
    if others.isEmpty, !property.isToMany { unlinkAll(mark, property) }
    for other in now where !others.contains(other) { unlink(mark, property, from: other) }
    for other in others where !now.contains(other) { link(mark, property, to: other) }
  }

  private mutating func unlinkAll(_ mark: Mark, _ property: Property) {
    pairs[property.first] = pairs[property.first]?.filter { (property.isFirst ? $0.one : $0.other) != mark }
  }

  mutating func delete(_ mark: Mark) { deleted.append(mark) }

  /// Houses go with their street. A fetch and a save do this.
  mutating func followDeleteRules() {
    while followed < deleted.count {
      let mark = deleted[followed]
      followed += 1
      for house in links(mark, .houses) { delete(house) }
      for link in allLinks(of: mark) where link.property.inverse != nil {
        for end in [link.pair.one, link.pair.other] where end == mark || deleted.contains(end) {
          cut[end, default: []].insert(link)
        }
        pairs[link.property]?.remove(link.pair)
      }
    }
    // What never had a row is gone at once.
    for mark in deleted where things[mark]?.isSaved == false {
      // Who leads to it does not know that it ended, and leads to it again if it is inserted again before a save.
      let isNamed = allLinks(of: mark).contains { $0.pair.other == mark && $0.property.inverse == nil }
      bury(mark)
      if isNamed { graves[mark] = nil }
      deleted.removeAll { $0 == mark }
    }
    followed = deleted.count
  }

  private func allLinks(of mark: Mark) -> [Link] {
    pairs.flatMap { property, pairs in
      pairs.filter { $0.one == mark || $0.other == mark }.map { Link(property: property, pair: $0) }
    }
  }

  /// The deletion is taken back, and what it has cut is linked as by a new thing.
  mutating func undelete(_ mark: Mark) {
    guard let index = deleted.firstIndex(of: mark) else { return }
    deleted.remove(at: index)
    guard index < followed else { return }
    followed -= 1
    for link in cut.removeValue(forKey: mark) ?? [] { restore(link) }
  }

  private mutating func restore(_ link: Link) {
    guard things[link.pair.one] != nil, things[link.pair.other] != nil else { return }
    self.link(link.pair.one, link.property, to: link.pair.other)
  }

  /// Also gone are the links of its own that nobody else knows.
  private mutating func bury(_ mark: Mark) {
    guard var thing = things[mark] else { return }
    thing.isSaved = false
    let own = allLinks(of: mark).filter { $0.pair.one == mark && $0.property.inverse == nil }
    graves[mark] = Grave(thing: thing, links: cut.removeValue(forKey: mark, default: []).union(own))
    remove(mark)
  }

  /// What was deleted and saved is new again, and leads to what it led to.
  mutating func insertAgain(_ mark: Mark) {
    guard let grave = graves.removeValue(forKey: mark) else { return }
    things[mark] = grave.thing
    order.append(mark)
    for link in grave.links { restore(link) }
  }

  mutating func forgetGraves() { graves = [:] }

  private mutating func remove(_ mark: Mark) {
    things[mark] = nil
    order.removeAll { $0 == mark }
    for property in pairs.keys { pairs[property] = pairs[property]?.filter { $0.one != mark && $0.other != mark } }
  }

  // MARK: Saving

  /// The outcome, and the truth after it.
  mutating func save() -> Outcome {
    followDeleteRules()
    guard alive({ $0 == .ticket }).allSatisfy({ !links($0, .holder).isEmpty }) else { return .refused }
    var owners: [String: Mark] = [:]
    for mark in alive(\.isPerson) where things[mark]?.isSaved == true {
      guard let name = things[mark]?.name, owners.updateValue(mark, forKey: name) == nil else { return .refused }
    }
    var after = self
    var merged: [Pair] = []
    for mark in alive(\.isPerson) where things[mark]?.isSaved == false {
      guard let thing = things[mark] else { continue }
      if let before = owners.updateValue(mark, forKey: thing.name) {
        // A row stays what it is.
        guard things[before]?.kind == thing.kind else { return .refused }
        after.merge(mark, into: before)
        merged.append(Pair(one: mark, other: before))
      }
    }
    for mark in after.deleted { after.bury(mark) }
    after.deleted = []
    after.cut = [:]
    after.followed = 0
    for mark in after.order { after.things[mark]?.isSaved = true }
    self = after
    return .saved(merged: merged)
  }

  /// A new thing takes a row over: what the row's columns have becomes as the new one has it, and of lists both are kept.
  private mutating func merge(_ new: Mark, into old: Mark) {
    for property in Village.Kind.person.properties where !property.isToMany { unlinkAll(old, property) }
    for property in pairs.keys {
      pairs[property] = Set(
        (pairs[property] ?? []).map { pair in
          Pair(one: pair.one == old ? new : pair.one, other: pair.other == old ? new : pair.other)
        })
    }
    things[old] = nil
    order.removeAll { $0 == old }
    graves = graves.mapValues { Grave(thing: $0.thing, links: renamed($0.links, old, new)) }
    cut = cut.mapValues { renamed($0, old, new) }
  }

  private func renamed(_ links: Set<Link>, _ old: Mark, _ new: Mark) -> Set<Link> {
    func name(_ mark: Mark) -> Mark { mark == old ? new : mark }
    return Set(
      links.map { link in
        Link(property: link.property, pair: Pair(one: name(link.pair.one), other: name(link.pair.other)))
      })
  }
}

extension Dictionary {
  fileprivate mutating func removeValue(forKey key: Key, default value: Value) -> Value {
    removeValue(forKey: key) ?? value
  }
}

extension Village.Property {
  /// The side that stands first.
  var first: Self { isFirst ? self : inverse ?? self }

  var isFirst: Bool {
    guard let inverse, let own = Self.allCases.firstIndex(of: self), let other = Self.allCases.firstIndex(of: inverse)
    else { return true }
    return own < other
  }
}
