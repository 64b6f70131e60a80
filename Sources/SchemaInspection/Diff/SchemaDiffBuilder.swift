internal import EntityModel
internal import SchemaModel

/// Turns the differences between two models into ordered changes.
struct SchemaDiffBuilder {
  private let old: Schema
  private let new: Schema
  private let difference: ModelDifference
  /// The old names of renamed models.
  private let oldNames: [String: String]

  init(from old: Schema, to new: Schema) {
    self.old = old
    self.new = new
    difference = ModelDifference(from: old.declaredModel, to: new.declaredModel)
    let renamed = difference.changes.filter { $0.kind == .renamed && $0.property == nil }
    oldNames = Dictionary(renamed.map { ($0.entity, $0.before ?? $0.entity) }) { first, _ in first }
  }

  /// A change with its place in the list.
  private struct Placed {
    let change: SchemaDiff.Change
    /// The position of the property in its class; -1 for a change of the model itself.
    var position = -1
    var model = ""
    var rank = Rank.declaration

    enum Rank: Int { case declaration, uniqueness, removal }
  }

  func changes() -> [SchemaDiff.Change] {
    let all = difference.changes.enumerated().flatMap { index, change in
      placed(change).map { (index, $0) }
    }
    // ModelDifference sorts by names and kinds, so the index decides the rest.
    let sorted = all.sorted { one, other in
      (one.1.model, one.1.position, one.1.rank.rawValue, one.0)
        < (other.1.model, other.1.position, other.1.rank.rawValue, other.0)
    }
    // Two kinds, such as the stored type and the Swift type, may be one change.
    var seen: Set<SchemaDiff.Change> = []
    return sorted.map(\.1.change).filter { seen.insert($0).inserted }
  }

  private func placed(_ change: ModelDifference.Change) -> [Placed] {
    guard let property = change.property else { return ofModel(change) }
    let names = (model: change.entity, property: property)
    switch change.kind {
    case .added: return [added(names.model, property)]
    case .removed: return [removed(names.model, property)]
    case .renamed:
      let before = change.before ?? property
      return [
        place(
          hasAttribute(names.model, property, in: new)
            ? .attributeRenamed(model: names.model, from: before, to: property)
            : .relationshipRenamed(model: names.model, from: before, to: property), names.model, property)
      ]
    case .property: return replaced(names.model, property)
    case .type, .valueType:
      return [place(typeChange(names.model, property, change), names.model, property)]
    case .optionality where hasAttribute(names.model, property, in: new):
      return [
        place(
          .attributeNullabilityChanged(
            model: names.model, name: property, wasOptional: change.before == "optional",
            isOptional: change.after == "optional"), names.model, property)
      ]
    default:
      return [
        place(
          .declarationChanged(model: names.model, property: property, description: change.clause), names.model,
          property)
      ]
    }
  }

  private func ofModel(_ change: ModelDifference.Change) -> [Placed] {
    switch change.kind {
    case .added: [Placed(change: .modelAdded(name: change.entity))]
    case .removed: [Placed(change: .modelRemoved(name: change.entity))]
    case .renamed: [Placed(change: .modelRenamed(from: change.before ?? "", to: change.entity))]
    case .uniqueness: uniqueness(change)
    default:
      [
        Placed(
          change: .declarationChanged(model: change.entity, property: nil, description: change.clause),
          model: change.entity)
      ]
    }
  }

  /// A constraint on one attribute is a change of the attribute. The constraint of an attribute that was removed is not reported.
  private func uniqueness(_ change: ModelDifference.Change) -> [Placed] {
    let model = change.entity
    if let name = change.before, hasAttribute(oldName(of: model), oldName(of: name, in: model), in: old),
      !hasAttribute(model, name, in: new)
    {
      return []
    }
    if let name = change.before ?? change.after, hasAttribute(model, name, in: new) {
      return [
        place(
          .attributeUniquenessChanged(
            model: model, name: name, wasUnique: change.before != nil, isUnique: change.after != nil), model, name,
          .uniqueness)
      ]
    }
    return [
      Placed(
        change: .declarationChanged(model: model, property: nil, description: change.clause), model: model)
    ]
  }

  // MARK: Properties

  private func added(_ model: String, _ name: String) -> Placed {
    if let type = type(of: name, model, in: new) {
      return place(.attributeAdded(model: model, name: name, type: type), model, name)
    }
    return place(.relationshipAdded(model: model, name: name), model, name)
  }

  private func removed(_ model: String, _ name: String) -> Placed {
    let before = oldName(of: model)
    let change: SchemaDiff.Change =
      type(of: name, before, in: old) == nil
      ? .relationshipRemoved(model: model, name: name) : .attributeRemoved(model: model, name: name)
    let position = position(of: name, in: before, old)
    return Placed(change: change, position: position, model: model, rank: .removal)
  }

  /// An attribute became a relationship, or vice versa: the values of the one do not become those of the other.
  private func replaced(_ model: String, _ name: String) -> [Placed] {
    let entity = new.declaredModel.entity(named: model)
    let original =
      entity?.attributes.first { $0.name == name }?.originalName
      ?? entity?.relationships.first { $0.name == name }?.originalName
    let known = Set(old.declaredProperties(of: oldName(of: model)))
    return [added(model, name), removed(model, original.flatMap { known.contains($0) ? $0 : nil } ?? name)]
  }

  private func typeChange(
    _ model: String, _ name: String, _ change: ModelDifference.Change
  ) -> SchemaDiff.Change {
    let before = type(of: oldName(of: name, in: model), oldName(of: model), in: old) ?? change.before ?? ""
    let after = type(of: name, model, in: new) ?? change.after ?? ""
    guard before == after else { return .attributeTypeChanged(model: model, name: name, from: before, to: after) }
    // The type has the same name, but another form in the store.
    return .attributeTypeChanged(
      model: model, name: name,
      from: "\(before) (\(storedType(of: oldName(of: name, in: model), oldName(of: model), old)))",
      to: "\(after) (\(storedType(of: name, model, new)))")
  }

  private func place(
    _ change: SchemaDiff.Change, _ model: String, _ property: String, _ rank: Placed.Rank = .declaration
  ) -> Placed {
    Placed(change: change, position: position(of: property, in: model, new), model: model, rank: rank)
  }

  // MARK: Names and types

  private func oldName(of model: String) -> String { oldNames[model] ?? model }

  /// The old name of a property; that of a part of a structure has the old name of its attribute.
  private func oldName(of property: String, in model: String) -> String {
    let renamed = difference.changes.first { change in
      change.kind == .renamed && change.entity == model
        && (change.property == property || change.property.map { property.hasPrefix($0 + ".") } == true)
    }
    guard let renamed, let before = renamed.before, let after = renamed.property else { return property }
    return before + property.dropFirst(after.count)
  }

  private func position(of property: String, in model: String, _ schema: Schema) -> Int {
    let name = property.prefix { $0 != "." }
    return schema.declaredProperties(of: model).firstIndex { $0 == name } ?? Int.max
  }

  private func hasAttribute(_ model: String, _ name: String, in schema: Schema) -> Bool {
    attribute(name, model, in: schema) != nil
  }

  /// An attribute, or a part of one.
  private func attribute(_ name: String, _ model: String, in schema: Schema) -> DeclaredModel.Attribute? {
    var list = schema.declaredModel.entity(named: model)?.attributes ?? []
    var found: DeclaredModel.Attribute?
    for part in name.split(separator: ".") {
      found = list.first { $0.name == part }
      list = found?.components ?? []
    }
    return found
  }

  /// The Swift type of an attribute or of a part; `nil` if the model does not have it.
  private func type(of name: String, _ model: String, in schema: Schema) -> String? {
    guard let declared = attribute(name, model, in: schema) else { return nil }
    if let type = schema.entitiesByName[model]?.attributesByName[name]?.valueType, type != Any.self, type != Any?.self {
      return TypeName(type).text
    }
    return (declared.valueType ?? declared.type.swiftName) + (declared.isOptional ? "?" : "")
  }

  private func storedType(of name: String, _ model: String, _ schema: Schema) -> String {
    attribute(name, model, in: schema)?.type.rawValue ?? ""
  }
}

extension DeclaredModel.AttributeType {
  /// The Swift type of a part of a structure, of which no more is known than its form in the store.
  fileprivate var swiftName: String {
    switch self {
    case .integer16: "Int16"
    case .integer32: "Int32"
    case .integer64: "Int"
    case .decimal: "Decimal"
    case .double: "Double"
    case .float: "Float"
    case .string: "String"
    case .boolean: "Bool"
    case .date: "Date"
    case .binary: "Data"
    case .uuid: "UUID"
    case .uri: "URL"
    case .transformable, .composite, .enumeration, .encoded, .unknown: rawValue
    }
  }
}

/// The name of a type as in a declaration, such as `Date?`.
private struct TypeName {
  let text: String

  init(_ type: any Any.Type) {
    if let optional = type as? any OptionalType.Type {
      text = String(describing: optional.wrapped) + "?"
    } else {
      text = String(describing: type)
    }
  }
}

private protocol OptionalType {
  static var wrapped: any Any.Type { get }
}

extension Optional: OptionalType {
  fileprivate static var wrapped: any Any.Type { Wrapped.self }
}
