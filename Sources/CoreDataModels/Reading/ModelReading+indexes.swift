internal import EntityModel
internal import Markup

extension ModelReading {
  /// > <uniquenessConstraints><uniquenessConstraint><constraint value="firstName"/><constraint value="lastName"/>…
  mutating func uniqueness(_ element: MarkupElement) -> [[String]] {
    lists(in: element, "uniquenessConstraint", of: "constraint")
  }

  /// The indexes that Xcode wrote until 2017.
  ///
  /// > <compoundIndexes><compoundIndex><index value="a"/><index value="b"/>…
  mutating func compoundIndexes(_ element: MarkupElement) -> [DeclaredModel.Index] {
    lists(in: element, "compoundIndex", of: "index").map { DeclaredModel.Index(kind: .compound, properties: $0) }
  }

  private mutating func lists(in element: MarkupElement, _ list: String, of item: String) -> [[String]] {
    checkAttributes(of: element, known: [])
    var found: [[String]] = []
    for child in element.children {
      guard child.name == list else {
        report(.unknownElement(child.name, in: element.name), at: child.line)
        continue
      }
      checkAttributes(of: child, known: [])
      var names: [String] = []
      for part in child.children {
        guard part.name == item else {
          report(.unknownElement(part.name, in: child.name), at: part.line)
          continue
        }
        checkAttributes(of: part, known: ["value"])
        if let name = required("value", of: part) { names.append(name) }
      }
      if names.isEmpty { report(.missingAttribute(item, of: child.name), at: child.line) } else { found.append(names) }
    }
    return found
  }

  private static let kinds: [String: DeclaredModel.Index.Kind] = ["Binary": .binary, "RTree": .rtree]

  /// > <fetchIndex name="byMaker"><fetchIndexElement property="maker" type="Binary" order="ascending"/>…
  mutating func fetchIndex(_ element: MarkupElement) -> DeclaredModel.Index? {
    for attribute in element.attributes where attribute.name != "name" {
      // Xcode's editor has a condition for an index; no model has shown how it is written.
      let kind: ModelProblem.Kind =
        attribute.name.lowercased().contains("predicate")
        ? .notShown(.partialIndex, describe(element)) : .unknownAttribute(attribute.name, of: describe(element))
      report(kind, at: attribute.line)
    }
    var (properties, descending) = ([String](), [String]())
    var kinds: Set<DeclaredModel.Index.Kind> = []
    for child in element.children {
      guard child.name == "fetchIndexElement" else {
        report(.unknownElement(child.name, in: describe(element)), at: child.line)
        continue
      }
      guard child.value("expression") == nil else {
        report(.notShown(.indexExpression, describe(element)), at: child.line)
        continue
      }
      checkAttributes(of: child, known: ["property", "type", "order"])
      guard let property = required("property", of: child) else { continue }
      properties.append(property)
      if choice("order", of: child, ["ascending": true, "descending": false]) == false { descending.append(property) }
      kinds.insert(choice("type", of: child, Self.kinds) ?? .binary)
    }
    guard let name = required("name", of: element), !properties.isEmpty else { return nil }
    // > Will throw if the new value is invalid (ie includes both rtree and non-rtree elements).
    // (`NSFetchIndexDescription.h`)
    if kinds.count > 1 { report(.invalidValue("RTree", attribute: "type", of: describe(element)), at: element.line) }
    return DeclaredModel.Index(
      kind: kinds.first ?? .binary, properties: properties, name: name, descending: descending)
  }
}
