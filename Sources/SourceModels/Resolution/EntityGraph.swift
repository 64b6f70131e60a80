internal import EntityModel

/// The entities of one schema, and all that they refer to through superclasses and relationships.
///
/// A class that is not nested in a version often belongs to several: its relationship names the newest version's type, and
/// SwiftData, which finds entities by name, takes the version's own. So does this, and so does SchemaModel's `Schema`.
final class EntityGraph {
  private let reader: EntityReader
  private let listed: Set<TypeID>
  private let named: [String: TypeID]
  private(set) var drafts: [TypeID: EntityDraft] = [:]
  private(set) var order: [TypeID] = []
  private(set) var unresolved: [Unresolved] = []

  init(_ reader: EntityReader, listed: [TypeID]) {
    self.reader = reader
    self.listed = Set(listed)
    named = Dictionary(listed.map { ($0.name, $0) }) { first, _ in first }
    var open = listed
    while let id = open.popLast() {
      guard drafts[id] == nil else { continue }
      let draft = reader.draft(id)
      drafts[id] = draft
      order.append(id)
      open += draft.superclass.map { [$0] } ?? []
      open += draft.relationships.map { destination($0.destination) }
    }
    order.sort { ($0.name, $0.text, $0.module) < ($1.name, $1.text, $1.module) }
    for (one, other) in zip(order, order.dropFirst()) where one.name == other.name {
      let locations = [one, other].compactMap { drafts[$0]?.location }.sorted()
      unresolved.append(
        Unresolved(
          location: locations.first, subject: one.name,
          reason: .sameEntityName(name: one.name, locations: locations)))
    }
  }

  /// The type that a relationship of this schema leads to.
  func destination(_ id: TypeID) -> TypeID { listed.contains(id) ? id : named[id.name] ?? id }

  /// An entity without the reference of another version.
  private func draft(_ id: TypeID) -> EntityDraft {
    if let known = drafts[id] { return known }
    let draft = reader.draft(id)
    drafts[id] = draft
    return draft
  }

  /// A class, then its superclasses.
  private func lineage(_ id: TypeID) -> [TypeID] {
    var line: [TypeID] = []
    var next: TypeID? = id
    while let current = next, !line.contains(current) {
      line.append(current)
      next = draft(current).superclass
    }
    return line
  }

  private func relationships(_ id: TypeID) -> [(owner: TypeID, relationship: RelationshipDraft)] {
    lineage(id).reversed().flatMap { owner in draft(owner).relationships.map { (owner, $0) } }
  }
}

extension EntityGraph {
  private typealias Property = (owner: TypeID, name: String)

  /// The inverse of a relationship, with the rules of SchemaModel's `PropertyDescription.inverse`: either side may declare
  /// it; if neither does, it is inferred, provided that there is only one relationship in each direction.
  func inverse(of relationship: RelationshipDraft, in own: TypeID) throws(Refusal) -> String? {
    if let found = try find(relationship, own) { return found.name }
    return try shared(relationship, own)
  }

  private func find(_ relationship: RelationshipDraft, _ own: TypeID) throws(Refusal) -> Property? {
    let target = relationship.destination
    if let declared = relationship.declaredInverse {
      // A class of several versions may name the newest version's type.
      let root = lineage(target).contains(declared.root) || declared.root.name == target.name
      guard root, let found = relationships(target).last(where: { $0.relationship.name == declared.name }) else {
        throw Refusal(.inverse(text: "\\\(declared.root.text).\(declared.name)"))
      }
      return (found.owner, declared.name)
    }
    let there = relationships(target)
    if let named = there.first(where: { names($0.relationship, relationship.name, own) }) {
      return (named.owner, named.relationship.name)
    }
    guard own != target else { return nil }
    let back = there.filter { lineage(own).contains($0.relationship.destination) }
    let claimed = relationships(own).compactMap { $0.relationship.declaredInverse }.filter { inverse in
      lineage(target).contains(inverse.root)
    }.map(\.name)
    let free = back.filter { candidate in
      candidate.relationship.declaredInverse == nil && !claimed.contains(candidate.relationship.name)
        && !(candidate.owner == own && candidate.relationship.name == relationship.name)
    }
    let here = relationships(own).filter { mine in
      lineage(target).contains(mine.relationship.destination) && mine.relationship.declaredInverse == nil
        && !back.contains { names($0.relationship, mine.relationship.name, mine.owner) }
    }
    guard free.count == 1, here.count == 1, let found = free.first else { return nil }
    return found.relationship.destination == own && target == found.owner ? (found.owner, found.relationship.name) : nil
  }

  /// Whether a relationship declares that its inverse is a property of a type.
  private func names(_ relationship: RelationshipDraft, _ name: String, _ owner: TypeID) -> Bool {
    guard let declared = relationship.declaredInverse else { return false }
    return declared.name == name && declared.root == owner
  }

  /// The inverse in a class that several versions share, and which declares it for the newest version's type.
  private func shared(_ relationship: RelationshipDraft, _ own: TypeID) throws(Refusal) -> String? {
    for candidate in relationships(relationship.destination) {
      let other = candidate.relationship.destination
      guard other != own, other.name == own.name else { continue }
      if try find(candidate.relationship, candidate.owner)?.name == relationship.name {
        return candidate.relationship.name
      }
    }
    return nil
  }
}
