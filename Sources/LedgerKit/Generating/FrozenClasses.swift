internal import EntityModel

/// Writes the classes of a model.
struct FrozenClasses {
  let model: DeclaredModel
  let types: FrozenTypes

  /// The classes, sorted by name.
  func declarations() throws(FrozenModelsError) -> [(name: String, lines: [String])] {
    var classes: [(name: String, lines: [String])] = []
    for entity in model.entities { classes.append((entity.name, try lines(entity))) }
    return classes
  }

  private func lines(_ entity: DeclaredModel.Entity) throws(FrozenModelsError) -> [String] {
    let isFinal = !model.entities.contains { $0.superentity == entity.name }
    let superclass = entity.superentity.map { ": " + SwiftText.identifier($0) } ?? ""
    var lines: [String] = []
    for declaration in types.declarations(in: entity.name) { lines += declaration + [""] }
    let constraints = entity.uniquenessConstraints.filter { !entity.isOptionOfProperty($0) }
      .map { keyPaths($0, of: entity) }
    if !constraints.isEmpty { lines += call("#Unique", entity, constraints) }
    if !entity.indexes.isEmpty { lines += call("#Index", entity, indexes(entity)) }
    if !constraints.isEmpty || !entity.indexes.isEmpty { lines.append("") }
    for attribute in entity.attributes { lines += property(attribute, of: entity) }
    for relationship in try sorted(entity.relationships, of: entity) { lines += try property(relationship, of: entity) }
    if !entity.attributes.isEmpty || !entity.relationships.isEmpty { lines.append("") }
    let head = "\(isFinal ? "final " : "")class \(SwiftText.identifier(entity.name))\(superclass) {"
    return ["@\(types.outer("Model"))", head] + SwiftText.indented(lines + initializer(entity)) + ["}"]
  }

  private func call(_ macro: String, _ entity: DeclaredModel.Entity, _ arguments: [String]) -> [String] {
    let start = "\(macro)<\(SwiftText.identifier(entity.name))>("
    let line = start + arguments.joined(separator: ", ") + ")"
    // The line is four spaces deep.
    if line.count + 4 <= SwiftText.lineLength { return [line] }
    return [start] + arguments.dropLast().map { "  \($0)," } + arguments.suffix(1).map { "  \($0)" } + [")"]
  }

  private func indexes(_ entity: DeclaredModel.Entity) -> [String] {
    let isPlain = entity.indexes.allSatisfy { $0.kind == .binary }
    return entity.indexes.map { index in
      let list = keyPaths(index.properties, of: entity)
      return isPlain ? list : ".\(index.kind.rawValue)(\(list))"
    }
  }

  private func keyPaths(_ names: [String], of entity: DeclaredModel.Entity) -> String {
    // Without a root, the macro's type parameter is one.
    "[\(names.map { "\\.\(SwiftText.identifier($0))" }.joined(separator: ", "))]"
  }

  // MARK: Properties

  private func property(_ attribute: DeclaredModel.Attribute, of entity: DeclaredModel.Entity) -> [String] {
    let isUnique =
      entity.uniquenessConstraints.contains([attribute.name]) && entity.isOptionOfProperty([attribute.name])
    var arguments = isUnique ? [".unique"] : []
    arguments += attribute.options.map { option in
      Self.transformer(option).map { ".transformable(by: \(SwiftText.literal($0)))" } ?? ".\(option)"
    }
    arguments += renaming(attribute.name, attribute.originalName)
    arguments += attribute.hashModifier.map { ["hashModifier: \(SwiftText.literal($0))"] } ?? []
    let value = attribute.defaultText.map { " = \($0)" } ?? ""
    return variable("Attribute", arguments, attribute.name, types.text(of: attribute) + value)
  }

  /// The relationships by name, but those that share an inverse with another one at the end: the inverse of the inverse
  /// is the first one in the class.
  private func sorted(
    _ relationships: [DeclaredModel.Relationship], of entity: DeclaredModel.Entity
  ) throws(FrozenModelsError) -> [DeclaredModel.Relationship] {
    var (first, last) = ([DeclaredModel.Relationship](), [DeclaredModel.Relationship]())
    for relationship in relationships {
      let isMutual = try model.inverse(of: relationship, in: entity)?.isMutual ?? true
      if isMutual { first.append(relationship) } else { last.append(relationship) }
    }
    return first + last
  }

  private func property(
    _ relationship: DeclaredModel.Relationship, of entity: DeclaredModel.Entity
  ) throws(FrozenModelsError) -> [String] {
    var arguments =
      entity.uniquenessConstraints.contains([relationship.name]) && !relationship.isToMany ? [".unique"] : []
    if relationship.deleteRule != .nullify { arguments.append("deleteRule: .\(relationship.deleteRule.rawValue)") }
    arguments += relationship.minimumCount.map { ["minimumModelCount: \($0)"] } ?? []
    arguments += relationship.maximumCount.map { ["maximumModelCount: \($0)"] } ?? []
    arguments += renaming(relationship.name, relationship.originalName)
    if let inverse = try model.inverse(of: relationship, in: entity), inverse.isDeclaredByFirst {
      let owner = SwiftText.identifier(inverse.owner)
      arguments.append("inverse: \\\(owner).\(SwiftText.identifier(inverse.relationship.name))")
    }
    arguments += relationship.hashModifier.map { ["hashModifier: \(SwiftText.literal($0))"] } ?? []
    let destination = SwiftText.identifier(relationship.destination)
    let type = (relationship.isToMany ? "[\(destination)]" : destination) + (relationship.isOptional ? "?" : "")
    let value = relationship.isToMany && !relationship.isOptional ? " = []" : ""
    return variable("Relationship", arguments, relationship.name, type + value)
  }

  private func renaming(_ name: String, _ originalName: String) -> [String] {
    name == originalName ? [] : ["originalName: \(SwiftText.literal(originalName))"]
  }

  private func variable(_ macro: String, _ arguments: [String], _ name: String, _ type: String) -> [String] {
    let variable = "var \(SwiftText.identifier(name)): \(type)"
    guard !arguments.isEmpty else { return [variable] }
    let attribute = "@\(types.outer(macro))(\(arguments.joined(separator: ", ")))"
    let line = "\(attribute) \(variable)"
    return line.count + 4 <= SwiftText.lineLength ? [line] : [attribute, variable]
  }

  /// The name in `transformable(by: ColorTransformer)`; `nil` for another option.
  static func transformer(_ option: String) -> String? {
    guard option.hasPrefix("transformable(by: "), option.hasSuffix(")") else { return nil }
    return String(option.dropFirst("transformable(by: ".count).dropLast())
  }

  // MARK: Initializers

  private typealias Parameter = (name: String, type: String)

  private func parameters(_ entity: DeclaredModel.Entity) -> [Parameter] {
    entity.attributes.filter { $0.defaultText == nil && !$0.isOptional }.map { ($0.name, types.text(of: $0)) }
      + entity.relationships.filter { !$0.isToMany && !$0.isOptional }
      .map { ($0.name, SwiftText.identifier($0.destination)) }
  }

  private func initializer(_ entity: DeclaredModel.Entity) -> [String] {
    let own = parameters(entity)
    let inherited = model.lineage(of: entity.name).dropFirst().reversed().flatMap(parameters)
    let all = (inherited + own).map { "\(SwiftText.identifier($0.name)): \($0.type)" }
    // The superclass has the same initializer, unless the class adds a parameter.
    let start = (entity.superentity != nil && own.isEmpty ? "override " : "") + "init("
    let line = "\(start)\(all.joined(separator: ", "))) {"
    let isShort = line.count + 4 <= SwiftText.lineLength
    var body = own.map { "self.\(SwiftText.identifier($0.name)) = \(SwiftText.identifier($0.name))" }
    if entity.superentity != nil {
      let arguments = inherited.map { "\(SwiftText.identifier($0.name)): \(SwiftText.identifier($0.name))" }
      let call = "super.init(\(arguments.joined(separator: ", ")))"
      // Deeper by two spaces than the head.
      body +=
        call.count + 6 <= SwiftText.lineLength
        ? [call] : ["super.init("] + SwiftText.indented(Self.list(arguments)) + [")"]
    }
    if body.isEmpty { return [line + "}"] }
    let head = isShort ? [line] : [start] + SwiftText.indented(Self.list(all)) + [") {"]
    return head + SwiftText.indented(body) + ["}"]
  }

  private static func list(_ elements: [String]) -> [String] {
    elements.dropLast().map { $0 + "," } + elements.suffix(1)
  }
}

extension DeclaredModel.Entity {
  /// Whether a uniqueness constraint is an option of the only property that it has. One of an inherited property, or of
  /// an array, is declared with `#Unique`.
  func isOptionOfProperty(_ constraint: [String]) -> Bool {
    guard constraint.count == 1 else { return false }
    if let attribute = attributes.first(where: { $0.name == constraint[0] }) {
      return attribute.type != .encoded && attribute.type != .transformable
    }
    return relationships.contains { $0.name == constraint[0] && !$0.isToMany }
  }
}
