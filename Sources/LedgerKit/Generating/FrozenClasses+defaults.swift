internal import EntityModel

extension FrozenClasses {
  /// The names in defaults that neither the file declares nor every app has.
  func requirementsOfDefaults() throws(FrozenModelsError) -> [FrozenModels.Requirement] {
    var found: [String: Set<String>] = [:]
    for entity in model.entities {
      for attribute in entity.attributes {
        guard let text = attribute.defaultText else { continue }
        let place = FrozenPlace(entity: entity.name, property: attribute.name)
        guard let expression = DefaultText(text) else { throw place.error(.defaultText) }
        for name in expression.names {
          if let missing = missing(name, attribute, entity.name) { found[missing, default: []].insert(place.text) }
        }
      }
    }
    return found.map { FrozenModels.Requirement(name: $0, kind: .inDefault, properties: $1.sorted()) }
  }

  /// The text of a name that the file does not declare; `nil` if it does.
  private func missing(
    _ name: DefaultText.Name, _ attribute: DeclaredModel.Attribute, _ entity: String
  ) -> String? {
    let base: String
    switch name.base {
    case .name(let word) where Self.modules.contains(word): return nil
    case .name(let word): base = word
    case .propertyType:
      guard let type = Self.appType(of: attribute) else { return name.unknownMember.map { ".\($0)" } }
      base = type
    case .expression: return name.unknownMember.map { ".\($0)" }
    }
    if types.isOwn(base) || types.isGiven(base) || types.isRequired(base) { return nil }
    guard case .components(let type, let components)? = types.shape(base, in: entity) else {
      // A member that an app adds to a type of a module cannot be told from the others, except by its name.
      return FrozenTypes.isStandard(base) ? name.unknownMember.map { "\(base).\($0)" } : name.text
    }
    if type == .enumeration {
      return name.labels == nil && components.contains { $0.name == name.member } ? nil : name.text
    }
    let isInitializer = name.member == nil || name.member == "init"
    guard isInitializer, let labels = name.labels, Self.isMemberwise(labels, components) else { return name.text }
    return nil
  }

  /// The type whose member a default such as `.red` is; `nil` for a type that the model does not name.
  private static func appType(of attribute: DeclaredModel.Attribute) -> String? {
    attribute.type.hasComponents || FrozenTypes.scalars[attribute.type] != nil ? attribute.valueType : nil
  }

  /// Whether arguments with these labels are those of a structure's memberwise initializer, in which optional
  /// properties may be left out.
  private static func isMemberwise(_ labels: [String], _ parts: [DeclaredModel.Attribute]) -> Bool {
    var rest = labels[...]
    for (part, property) in zip(parts, FrozenTypes.propertyNames(parts)) {
      if rest.first == property { rest.removeFirst() } else if !part.isOptional { return false }
    }
    return rest.isEmpty
  }

  private static let modules: Set = ["Foundation", "Swift", "SwiftData"]
}

extension DefaultText.Name {
  /// The name as in the source, but arguments without their values.
  fileprivate var text: String {
    let arguments = labels.map { "(" + $0.map { ($0.isEmpty ? "_" : $0) + ":" }.joined() + ")" } ?? ""
    let member = member.map { ".\($0)" } ?? ""
    if case .name(let base) = base { return base + member + arguments }
    return member + arguments
  }

  /// The member, if it is not one that the standard library or Foundation declares.
  fileprivate var unknownMember: String? { member.flatMap { Self.standardMembers.contains($0) ? nil : $0 } }

  /// The members of types of the standard library and Foundation that models use in defaults.
  private static let standardMembers: Set = [
    "addingTimeInterval", "autoupdatingCurrent", "count", "current", "description", "distantFuture", "distantPast",
    "empty",
    "gmt", "greatestFiniteMagnitude", "identifier", "infinity", "init", "isEmpty", "leastNonzeroMagnitude",
    "lowercased",
    "max", "min", "nan", "none", "now", "pi", "random", "rawValue", "repeating", "self", "some", "startOfDay",
    "timeIntervalSince1970", "timeIntervalSinceNow", "timeIntervalSinceReferenceDate", "uppercased", "utf8",
    "uuidString",
    "zero",
  ]
}
