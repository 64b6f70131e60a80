internal import EntityModel
internal import Markup

extension ModelReading {
  /// Attributes of an entity without effect on stores: class names, code generation, CloudKit, Spotlight.
  private static let ignored: Set = [
    "representedClassName", "codeGenerationType", "syncable", "coreSpotlightDisplayNameExpression",
  ]

  mutating func entity(_ element: MarkupElement) -> DeclaredModel.Entity? {
    checkAttributes(
      of: element,
      known: ["name", "parentEntity", "isAbstract", "elementID", "renamingIdentifier", "versionHashModifier"],
      ignored: Self.ignored)
    guard let name = required("name", of: element) else { return nil }
    locations[CoreDataModel.Declaration(entity: name)] = location(of: element)
    var parts = EntityParts()
    for child in element.children { read(child, of: name, into: &parts) }
    checkNames(parts.names)
    return DeclaredModel.Entity(
      name: name, originalName: renamingIdentifier(of: element), superentity: element.value("parentEntity"),
      attributes: parts.attributes, relationships: parts.relationships, uniquenessConstraints: parts.uniqueness,
      indexes: parts.indexes, transientAttributes: parts.transients, isAbstract: flag("isAbstract", of: element),
      hashModifier: text("versionHashModifier", of: element))
  }

  /// What the elements of an entity declare.
  private struct EntityParts {
    var attributes: [DeclaredModel.Attribute] = []
    var transients: [DeclaredModel.TransientAttribute] = []
    var relationships: [DeclaredModel.Relationship] = []
    var uniqueness: [[String]] = []
    var indexes: [DeclaredModel.Index] = []
    var names: [(name: String, line: Int)] = []
  }

  private mutating func read(_ element: MarkupElement, of entity: String, into parts: inout EntityParts) {
    switch element.name {
    case "attribute", "relationship", "fetchedProperty":
      guard let name = required("name", of: element) else { return }
      parts.names.append((name, element.line))
      locations[CoreDataModel.Declaration(entity: entity, property: name)] = location(of: element)
      switch element.name {
      case "attribute":
        switch attribute(element, name) {
        case .stored(let attribute)?: parts.attributes.append(attribute)
        case .transient(let attribute)?: parts.transients.append(attribute)
        case nil: break
        }
      case "relationship": if let found = relationship(element, name) { parts.relationships.append(found) }
      // A fetched property is computed by a request: it is not stored.
      default: break
      }
    case "uniquenessConstraints": parts.uniqueness += uniqueness(element)
    case "fetchIndex": if let index = fetchIndex(element) { parts.indexes.append(index) }
    case "compoundIndexes": parts.indexes += compoundIndexes(element)
    // Information for programs.
    case "userInfo": break
    default: report(.unknownElement(element.name, in: "the entity \(entity)"), at: element.line)
    }
  }

  /// The name in the previous version, if it is declared. Old versions of Xcode called the attribute
  /// `renamingIdentifier`.
  func renamingIdentifier(of element: MarkupElement) -> String? {
    text("elementID", of: element) ?? text("renamingIdentifier", of: element)
  }

  /// The value of an attribute; `nil` if it is missing or empty.
  func text(_ name: String, of element: MarkupElement) -> String? {
    element.value(name).flatMap { $0.isEmpty ? nil : $0 }
  }
}
