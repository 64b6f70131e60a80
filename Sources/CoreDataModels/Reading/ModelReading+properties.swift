internal import EntityModel
internal import Markup

extension ModelReading {
  enum ReadAttribute {
    case stored(DeclaredModel.Attribute)
    case transient(DeclaredModel.TransientAttribute)
  }

  private static let types: [String: DeclaredModel.AttributeType] = [
    "Integer 16": .integer16, "Integer 32": .integer32, "Integer 64": .integer64, "Decimal": .decimal,
    "Double": .double, "Float": .float, "String": .string, "Boolean": .boolean, "Date": .date, "Binary": .binary,
    "UUID": .uuid, "URI": .uri, "Transformable": .transformable,
  ]

  /// Attributes of an attribute without effect on stores: the class of the accessor, validation, Spotlight, CloudKit.
  private static let ignored: Set = [
    "customClassName", "usesScalarValueType", "syncable", "minValueString", "maxValueString", "minDateTimeInterval",
    "maxDateTimeInterval", "regularExpressionString", "storedInTruthFile",
  ]

  private static let known: Set = [
    "name", "attributeType", "optional", "transient", "indexed", "derived", "derivationExpression",
    "defaultValueString", "defaultDateTimeInterval", "valueTransformerName", "allowsExternalBinaryDataStorage",
    "allowsCloudEncryption", "preserveAfterDeletion", "spotlightIndexingEnabled", "versionHashModifier", "elementID",
    "renamingIdentifier",
  ]

  mutating func attribute(_ element: MarkupElement, _ name: String) -> ReadAttribute? {
    checkAttributes(of: element, known: Self.known, ignored: Self.ignored)
    checkChildren(of: element)
    let isTransient = flag("transient", of: element)
    let isOptional = flag("optional", of: element)
    let modifier = text("versionHashModifier", of: element)
    guard element.value("attributeType") != "Composite" else {
      report(.notShown(.compositeAttribute, name), at: element.line)
      return nil
    }
    let isUndefined = [nil, "Undefined"].contains(element.value("attributeType"))
    let type = isUndefined ? nil : choice("attributeType", of: element, Self.types)
    if isTransient {
      return .transient(
        DeclaredModel.TransientAttribute(name: name, type: type, isOptional: isOptional, hashModifier: modifier))
    }
    if isUndefined { report(.undefinedType(name), at: element.line) }
    guard let type else { return nil }
    return .stored(
      DeclaredModel.Attribute(
        name: name, originalName: renamingIdentifier(of: element), type: type, isOptional: isOptional,
        defaultText: element.value("defaultValueString") ?? element.value("defaultDateTimeInterval"),
        options: options(of: element), hashModifier: modifier, derivation: derivation(of: element)))
  }

  /// The options in the words of SwiftData, and `indexed` of old models.
  private mutating func options(of element: MarkupElement) -> [String] {
    var options: [String] = []
    if let name = text("valueTransformerName", of: element) { options.append("transformable(by: \(name))") }
    let words = [
      ("allowsExternalBinaryDataStorage", "externalStorage"), ("allowsCloudEncryption", "allowsCloudEncryption"),
      ("preserveAfterDeletion", "preserveValueOnDeletion"), ("spotlightIndexingEnabled", "spotlight"),
      ("indexed", "indexed"),
    ]
    for (attribute, word) in words where flag(attribute, of: element) { options.append(word) }
    return options
  }

  private mutating func derivation(of element: MarkupElement) -> String? {
    guard flag("derived", of: element) else { return nil }
    return required("derivationExpression", of: element)
  }

  private static let rules: [String: DeclaredModel.Relationship.DeleteRule] = [
    "Nullify": .nullify, "Cascade": .cascade, "Deny": .deny, "No Action": .noAction,
  ]

  /// `nil` for one that is not read, and for a transient one: Core Data neither stores it nor compares it.
  mutating func relationship(_ element: MarkupElement, _ name: String) -> DeclaredModel.Relationship? {
    checkAttributes(
      of: element,
      known: [
        "name", "optional", "transient", "toMany", "minCount", "maxCount", "ordered", "deletionRule",
        "destinationEntity", "inverseName", "inverseEntity", "versionHashModifier", "elementID", "renamingIdentifier",
      ],
      // The key of a relationship is indexed anyway.
      ignored: ["indexed", "syncable", "spotlightIndexingEnabled", "storedInTruthFile"])
    checkChildren(of: element)
    let isTransient = flag("transient", of: element)
    let (isToMany, most) = (flag("toMany", of: element), count("maxCount", of: element))
    if isToMany == (most == 1) { report(.cardinality(name), at: element.line) }
    let least = count("minCount", of: element) ?? 0
    let rule = choice("deletionRule", of: element, Self.rules)
    guard let destination = required("destinationEntity", of: element),
      required("deletionRule", of: element) != nil, let rule
    else { return nil }
    if isTransient { return nil }
    return DeclaredModel.Relationship(
      name: name, originalName: renamingIdentifier(of: element), destination: destination, isToMany: isToMany,
      isOptional: flag("optional", of: element), deleteRule: rule, inverse: text("inverseName", of: element),
      minimumCount: least > 0 ? least : nil, maximumCount: isToMany && (most ?? 0) > 0 ? most : nil,
      hashModifier: text("versionHashModifier", of: element), isOrdered: flag("ordered", of: element))
  }

  private mutating func checkChildren(of element: MarkupElement) {
    for child in element.children where child.name != "userInfo" {
      report(.unknownElement(child.name, in: describe(element)), at: child.line)
    }
  }
}
