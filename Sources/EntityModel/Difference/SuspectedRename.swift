/// An entity or a property that probably has another name in the newer of two versions, although neither an original name
/// nor a renaming identifier says so. Core Data and SwiftData then drop the old one with its values, and create the new
/// one empty.
///
/// A custom stage or a mapping model can move the values nevertheless; they are not in the models.
public struct SuspectedRename: Sendable, Hashable {
  /// The name of the entity in the newer version.
  public let entity: String
  /// The name of the property in the newer version; `nil` if the entity itself was renamed.
  public let property: String?
  /// The name in the older version, of the property or else of the entity.
  public let oldName: String
  /// The name in the newer version, of the property or else of the entity.
  public var newName: String { property ?? entity }
}

extension SuspectedRename {
  /// The suspected renames between two versions, by entity and property.
  ///
  /// Each is the only candidate on both sides; where two are possible, none is reported.
  ///
  /// * A property that was removed, and one that was added to the same entity, have the same type and similar names: other
  ///   case or punctuation, additional words that do not name another form of the value, such as JSON, or one letter. Two
  ///   relationships to the same entity may also have the same inverse instead of similar names. Whether a property is
  ///   optional may change, and a relationship may become to-many or to-one. An entity that loses more than three
  ///   properties at once was redesigned, and is left alone.
  /// * An entity that was removed, and one that was added, have at least three properties of the same names and types. One
  ///   of them has no other properties, and the other has at most a third more.
  ///
  /// Equal types alone are not enough: most properties that one commit removes and adds have nothing in common. And an
  /// entity with another property in the place of one is usually about something else.
  public static func all(from older: DeclaredModel, to newer: DeclaredModel) -> [SuspectedRename] {
    let search = RenameSearch(older, newer)
    return (search.entities + search.properties).sorted {
      ($0.entity, $0.property ?? "", $0.oldName) < ($1.entity, $1.property ?? "", $1.oldName)
    }
  }
}

extension DeclaredModel {
  /// The attribute of this version that a new one of a newer version may replace: the only one of its type that is gone, if
  /// the new one is the only one of that type, too. Equal types alone show no rename, but who gives the new attribute a
  /// default should know of the old values.
  public func formerName(of attribute: String, in entity: String, of newer: DeclaredModel) -> String? {
    Pairing(entities, newer.entities).pairs.first { $0.after.name == entity }
      .flatMap { replacements(in: $0.before, $0.after) }?.first { $0.new == attribute }?.old
  }

  /// The same for an attribute of this version: the new one that may replace it.
  func laterName(of attribute: String, in entity: String, of newer: DeclaredModel) -> String? {
    Pairing(entities, newer.entities).pairs.first { $0.before.name == entity }
      .flatMap { replacements(in: $0.before, $0.after) }?.first { $0.old == attribute }?.new
  }

  private func replacements(in before: Entity, _ after: Entity) -> [(old: String, new: String)] {
    let attributes = Pairing(before.attributes, after.attributes)
    func isAlike(_ one: Attribute, _ other: Attribute) -> Bool {
      one.type == other.type && one.valueType == other.valueType
    }
    return attributes.added.filter { $0.originalName == $0.name }.compactMap { new in
      let gone = attributes.removed.filter { isAlike($0, new) }
      let isOnly = gone.count == 1 && attributes.added.count { isAlike($0, new) } == 1
      return isOnly ? (gone[0].name, new.name) : nil
    }
  }
}

private struct RenameSearch {
  /// An entity that loses more properties was redesigned: similar names are then of values derived from the old ones.
  private static let mostRemoved = 3

  private let older: DeclaredModel
  private let newer: DeclaredModel
  private let pairing: Pairing<DeclaredModel.Entity>
  /// The newer name of each entity that is in both versions.
  private let newNames: [String: String]
  let entities: [SuspectedRename]

  init(_ older: DeclaredModel, _ newer: DeclaredModel) {
    (self.older, self.newer) = (older, newer)
    pairing = Pairing(older.entities, newer.entities)
    newNames = Dictionary(pairing.pairs.map { ($0.before.name, $0.after.name) }) { first, _ in first }
    let names = newNames
    let added = pairing.added.filter { $0.originalName == $0.name }
    let found = onlyMatches(pairing.removed, added) { $0.isProbably($1, entityNames: names) }
    entities = found.map { SuspectedRename(entity: $1.name, property: nil, oldName: $0.name) }
  }

  var properties: [SuspectedRename] {
    pairing.pairs.flatMap { before, after -> [SuspectedRename] in
      let (gone, new) = (before.properties(missingIn: newer, after), after.properties(missingIn: older, before))
      guard gone.count <= Self.mostRemoved else { return [] }
      let found = onlyMatches(gone, new.filter { $0.originalName == $0.name }) { haveSimilarNames($0, $1) }
      let probable = found.filter { haveSameType($0, $1) && !SimilarNames.haveDifferentForms($0.name, $1.name) }
      return probable.map {
        SuspectedRename(entity: after.name, property: $1.name, oldName: $0.name)
      }
    }
  }

  /// Types are not compared, so that of `pictureData` and `pictureType` neither is a `picture` that was a string.
  private func haveSimilarNames(_ old: Property, _ new: Property) -> Bool {
    if SimilarNames.areSimilar(old.name, new.name) { return true }
    guard case .relationship(let before) = old, case .relationship(let after) = new else { return false }
    return before.inverse != nil && before.inverse == after.inverse && haveSameType(old, new)
  }

  private func haveSameType(_ old: Property, _ new: Property) -> Bool {
    switch (old, new) {
    case (.attribute(let before), .attribute(let after)): before.hasType(of: after)
    case (.relationship(let before), .relationship(let after)):
      (newNames[before.destination] ?? before.destination) == after.destination
    default: false
    }
  }
}

private enum Property: Renamable {
  case attribute(DeclaredModel.Attribute)
  case relationship(DeclaredModel.Relationship)

  private var declared: any Renamable {
    switch self {
    case .attribute(let attribute): attribute
    case .relationship(let relationship): relationship
    }
  }
  var name: String { declared.name }
  var originalName: String { declared.originalName }
}

/// The pairs whose members match nothing else.
private func onlyMatches<Element>(
  _ old: [Element], _ new: [Element], _ areSame: (Element, Element) -> Bool
) -> [(Element, Element)] {
  old.compactMap { before in
    let matches = new.filter { areSame(before, $0) }
    guard matches.count == 1, let after = matches.first, old.count(where: { areSame($0, after) }) == 1 else {
      return nil
    }
    return (before, after)
  }
}

extension DeclaredModel.Entity {
  fileprivate var properties: [Property] {
    attributes.map(Property.attribute) + relationships.map(Property.relationship)
  }

  /// The properties without a counterpart in an entity of the other version. One that moved to or from a superentity, or
  /// from attributes to relationships, has kept its name.
  fileprivate func properties(missingIn model: DeclaredModel, _ other: Self) -> [Property] {
    let line = model.lineage(of: other.name)
    let names = Set(line.flatMap(\.properties).flatMap { [$0.name, $0.originalName] })
    return properties.filter { !names.contains($0.name) && !names.contains($0.originalName) }
  }

  /// Whether an entity of the newer version is probably this one.
  fileprivate func isProbably(_ newer: Self, entityNames: [String: String]) -> Bool {
    let sameAttributes = attributes.count { old in
      newer.attributes.contains { $0.name == old.name && old.hasType(of: $0) }
    }
    let sameRelationships = relationships.count { old in
      newer.relationships.contains { new in
        let destination = entityNames[old.destination] ?? (old.destination == name ? newer.name : old.destination)
        return new.name == old.name && new.destination == destination
      }
    }
    let same = sameAttributes + sameRelationships
    let (count, newCount) = (properties.count, newer.properties.count)
    let (fewer, more) = (min(count, newCount), max(count, newCount))
    return same >= 3 && same == fewer && more * 3 <= same * 4 && isAbstract == newer.isAbstract
  }
}

extension DeclaredModel.Attribute {
  fileprivate func hasType(of other: Self) -> Bool { type == other.type && valueType == other.valueType }
}
