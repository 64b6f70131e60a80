import EntityModel
import LedgerKit

/// A model in readable form: a line for each property, and for each part of a structure.
struct ModelText {
  let model: DeclaredModel

  /// Returns the lines of one entity; the first line contains its name.
  func lines(of entity: DeclaredModel.Entity) -> [String] {
    var head = "entity \(entity.name)"
    if let superentity = entity.superentity { head += " of \(superentity)" }
    if entity.originalName != entity.name { head += ", was \(entity.originalName)" }
    let properties =
      entity.attributes.flatMap { rows(of: $0, indent: "") }
      + entity.relationships.map { ($0.name, words(of: $0)) }
    let width = properties.map(\.0.count).max() ?? 0
    var lines = [head] + properties.map { "  \($0.0.padded(to: width))  \($0.1.joined(separator: ", "))" }
    lines += entity.uniquenessConstraints.map { "  unique  (\($0.joined(separator: ", ")))" }
    lines += entity.indexes.map { index in
      "  index  (\(index.properties.joined(separator: ", ")))" + (index.kind == .rtree ? ", an R-tree" : "")
    }
    return lines
  }

  private func rows(of attribute: DeclaredModel.Attribute, indent: String) -> [(String, [String])] {
    let parts = attribute.type == .enumeration ? [] : attribute.components
    return [(indent + attribute.name, words(of: attribute))]
      + parts.flatMap { rows(of: $0, indent: indent + "  ") }
  }

  private func words(of attribute: DeclaredModel.Attribute) -> [String] {
    var words = [attribute.valueType.map { "\(attribute.type.rawValue) (\($0))" } ?? attribute.type.rawValue]
    if attribute.isOptional { words.append("optional") }
    if attribute.type == .enumeration {
      words.append("one of " + attribute.components.map(\.name).joined(separator: " | "))
    }
    if let text = attribute.defaultText {
      words.append(text == DeclaredModel.unknownDefault ? "has a default" : "default \(text)")
    }
    words += attribute.options
    if attribute.originalName != attribute.name { words.append("was \(attribute.originalName)") }
    return words
  }

  private func words(of relationship: DeclaredModel.Relationship) -> [String] {
    var words = [(relationship.isToMany ? "to many " : "to one ") + relationship.destination]
    if relationship.isOptional, !relationship.isToMany { words.append("optional") }
    words.append(relationship.inverse.map { "inverse \($0)" } ?? "no inverse")
    if relationship.deleteRule != .nullify { words.append("on delete \(relationship.deleteRule.rawValue)") }
    if let count = relationship.minimumCount { words.append("at least \(count)") }
    if let count = relationship.maximumCount { words.append("at most \(count)") }
    if relationship.originalName != relationship.name { words.append("was \(relationship.originalName)") }
    return words
  }
}
