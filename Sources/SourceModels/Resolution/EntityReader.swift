internal import EntityModel

/// Reads the entity of a model class.
struct EntityReader {
  let resolver: TypeResolver

  func draft(_ id: TypeID) -> EntityDraft {
    guard let entry = resolver.symbols.primary(id) else {
      return EntityDraft(id: id, location: SourceLocation(path: "", line: 0))
    }
    var draft = EntityDraft(id: id, location: entry.location)
    draft.superclass = superclass(of: entry)
    if entry.declaration.isGeneric {
      draft.unresolved.append(
        Unresolved(
          location: entry.location, subject: id.name, reason: .unknownStorage(name: id.text, kind: "generic class")))
    }
    if let condition = entry.declaration.attributes.unknownCondition {
      draft.unresolved.append(
        Unresolved(location: entry.location, subject: id.name, reason: .conditional(condition: condition)))
    }
    for name in entry.declaration.variables.repeatedNames {
      guard let line = entry.declaration.variables.first(where: { $0.name == name })?.line else { continue }
      let branch = entry.declaration.variables.lazy.filter { $0.name == name }.compactMap(\.branch).first
      guard let branch, !entry.declaration.isSameInEveryBranch(name) else { continue }
      draft.unresolved.append(
        Unresolved(
          location: SourceLocation(path: entry.file, line: line), subject: "\(id.name).\(name)",
          reason: .conditional(condition: branch.condition)))
    }
    var seen: Set<String> = []
    for variable in entry.declaration.variables where seen.insert(variable.name).inserted {
      read(variable, of: entry, into: &draft)
    }
    for constraint in entry.declaration.constraints { read(constraint, of: entry, into: &draft) }
    return draft
  }

  private func superclass(of entry: TypeEntry) -> TypeID? {
    guard let first = entry.declaration.inherits.first, let path = first.path,
      case .type(let id) = resolver.symbols.symbol(path, at: entry.context.outer), resolver.isModel(id)
    else { return nil }
    return id
  }

  private func read(_ variable: VariableDeclaration, of entry: TypeEntry, into draft: inout EntityDraft) {
    guard !variable.isStatic, !variable.isComputed else { return }
    let condition = variable.attributes.unknownCondition
    guard variable.attribute("Transient") == nil || condition != nil else { return }
    let location = SourceLocation(path: entry.file, line: variable.line)
    let subject = "\(draft.id.name).\(variable.name)"
    do throws(Refusal) {
      if let condition { throw Refusal(.conditional(condition: condition)) }
      if let branch = variable.branch, !entry.declaration.isSameInEveryBranch(variable.name) {
        throw Refusal(.conditional(condition: branch.condition))
      }
      if variable.isLazy { throw Refusal(.unknownStorage(name: variable.name, kind: "lazy property")) }
      if variable.isTuple { throw Refusal(.unknownStorage(name: variable.name, kind: "tuple pattern")) }
      try addProperty(variable, entry, location, &draft)
      draft.properties[variable.name] = location
    } catch {
      draft.properties[variable.name] = location
      draft.unresolved.append(Unresolved(location: location, subject: subject, reason: error.reason))
    }
  }

  private func addProperty(
    _ variable: VariableDeclaration, _ entry: TypeEntry, _ location: SourceLocation, _ draft: inout EntityDraft
  ) throws(Refusal) {
    let marker = variable.attributes.first { $0.name == "Attribute" || $0.name == "Relationship" }
    let options = try AttributeOptions(marker?.name == "Attribute" ? marker?.arguments ?? [] : [])
    if options.words.contains(where: { $0.hasPrefix("transformable") }) {
      draft.attributes.append(try transformable(variable, entry, options))
      return
    }
    if options.isUnique { draft.uniqueness.append([variable.name]) }
    let declaredType: ResolvedType
    do throws(Refusal) {
      declaredType = try resolver.type(of: variable, at: entry.context)
    } catch {
      // Such as a generic type of another module.
      guard error.reason.isAboutStorage, let type = variable.type, marker?.name != "Relationship" else { throw error }
      draft.attributes.append(unknown(variable, type, options))
      return
    }
    let (shape, isOptional) = try resolver.shape(of: declaredType)
    switch shape {
    case .attribute(let type, let valueType, let components):
      resolver.locate(declaredType, of: variable.name, components: components, in: &draft.values)
      resolver.addValues(of: declaredType, at: variable.name, isColumn: true, to: &draft.readable)
      if marker?.name == "Relationship" {
        throw Refusal(.unknownStorage(name: variable.name, kind: "relationship to what is not a model"))
      }
      draft.attributes.append(
        DeclaredModel.Attribute(
          name: variable.name, originalName: options.originalName, type: type, valueType: valueType,
          isOptional: isOptional, defaultText: variable.valueText, options: options.words,
          hashModifier: options.hashModifier, components: components))
    case .toOne(let destination), .toMany(let destination):
      var isToMany = false
      if case .toMany = shape { isToMany = true }
      var relationship = RelationshipDraft(
        name: variable.name, location: location, destination: destination, isToMany: isToMany, isOptional: isOptional)
      if let marker, marker.name == "Relationship" {
        if try relationship.read(marker.arguments, at: entry.context, resolver) {
          draft.uniqueness.append([variable.name])
        }
      } else {
        relationship.originalName = options.originalName
        relationship.hashModifier = options.hashModifier
      }
      draft.relationships.append(relationship)
    }
  }

  /// An attribute of a type whose columns are not known.
  private func unknown(
    _ variable: VariableDeclaration, _ type: TypeText, _ options: AttributeOptions
  ) -> DeclaredModel.Attribute {
    var (wrapped, isOptional) = (type, false)
    if case .optional(let inner) = type { (wrapped, isOptional) = (inner, true) }
    return DeclaredModel.Attribute(
      name: variable.name, originalName: options.originalName, type: .unknown, valueType: wrapped.text,
      isOptional: isOptional, defaultText: variable.valueText, options: options.words,
      hashModifier: options.hashModifier)
  }

  /// The type of a transformable attribute need not be declared in the repository: it has no part in the storage.
  private func transformable(
    _ variable: VariableDeclaration, _ entry: TypeEntry, _ options: AttributeOptions
  ) throws(Refusal) -> DeclaredModel.Attribute {
    var type = try resolver.type(of: variable, at: entry.context)
    var isOptional = false
    if case .optional(let wrapped) = type { (type, isOptional) = (wrapped, true) }
    return DeclaredModel.Attribute(
      name: variable.name, originalName: options.originalName, type: .transformable,
      valueType: type.description.split(separator: ".").last.map(String.init) ?? type.description,
      isOptional: isOptional, defaultText: variable.valueText, options: options.words,
      hashModifier: options.hashModifier)
  }
}

extension EntityReader {
  private func read(_ constraint: ConstraintDeclaration, of entry: TypeEntry, into draft: inout EntityDraft) {
    guard ["Unique", "Index"].contains(constraint.name) else { return }
    let location = SourceLocation(path: entry.file, line: constraint.line)
    do throws(Refusal) {
      if let branch = constraint.branch { throw Refusal(.conditional(condition: branch.condition)) }
      for argument in constraint.arguments.map(\.value) {
        if constraint.name == "Unique" {
          draft.uniqueness.append(try names(argument))
        } else if case .call(.path(let path), let arguments) = argument, let list = arguments.first?.value {
          guard let kind = path.last.flatMap({ DeclaredModel.Index.Kind(rawValue: $0) }) else {
            throw Refusal(.argument(text: argument.text))
          }
          draft.indexes.append(DeclaredModel.Index(kind: kind, properties: try names(list)))
        } else {
          draft.indexes.append(DeclaredModel.Index(properties: try names(argument)))
        }
      }
    } catch {
      draft.unresolved.append(
        Unresolved(location: location, subject: "\(draft.id.name) #\(constraint.name)", reason: error.reason))
    }
  }

  private func names(_ list: SourceExpression) throws(Refusal) -> [String] {
    guard case .array(let elements) = list else { throw Refusal(.argument(text: list.text)) }
    var names: [String] = []
    for element in elements {
      guard case .keyPath(_, let path) = element, path.count == 1 else { throw Refusal(.argument(text: element.text)) }
      names += path
    }
    return names
  }
}

extension [VariableDeclaration] {
  fileprivate var repeatedNames: [String] {
    var counts: [String: Int] = [:]
    for variable in self { counts[variable.name, default: 0] += 1 }
    return counts.filter { $0.value > 1 }.keys.sorted()
  }
}

extension TypeDeclaration {
  /// Whether every branch of a condition that is not known declares a variable in the same way.
  fileprivate func isSameInEveryBranch(_ name: String) -> Bool {
    let same = variables.filter { $0.name == name }
    guard let first = same.first, let branch = first.branch, branch.count == same.count else { return false }
    return same.allSatisfy { variable in
      variable.branch?.line == branch.line && variable.type == first.type && variable.valueText == first.valueText
        && variable.attributes == first.attributes && variable.isStatic == first.isStatic
        && variable.isComputed == first.isComputed && variable.value == first.value
    }
  }
}
