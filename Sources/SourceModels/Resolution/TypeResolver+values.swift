internal import EntityModel

extension TypeResolver {
  /// Adds which values a type reads, by place. What the sources do not determine is left out, such as types that encode
  /// themselves.
  ///
  /// - Parameters:
  ///   - isColumn: whether the value has columns of its own, so that the model describes structures and the cases of
  ///     enumerations without raw values.
  ///   - outer: the structures around it.
  func addValues(
    of type: ResolvedType, at path: String, isColumn: Bool, _ outer: [TypeID] = [],
    to found: inout [String: ReadableValues.Content]
  ) {
    switch type {
    case .optional(let wrapped): addValues(of: wrapped, at: path, isColumn: isColumn, outer, to: &found)
    case .array(let element), .set(let element):
      addValues(of: element, at: path + "[]", isColumn: false, outer, to: &found)
    case .dictionary(let key, let value):
      addValues(of: key, at: path + "{}", isColumn: false, outer, to: &found)
      addValues(of: value, at: path + "[]", isColumn: false, outer, to: &found)
    case .declared(let id) where !isModel(id) && !outer.contains(id):
      guard let primary = symbols.primary(id), !symbols.entries(id).contains(where: \.declaration.codesItself) else {
        return
      }
      switch primary.declaration.kind {
      case .enum:
        if let values = values(of: primary, isColumn: isColumn) { found[path] = .cases(values) }
      case .struct: addKeys(of: primary, at: path, isColumn: isColumn, outer + [id], to: &found)
      default: break
      }
    default: break
    }
  }

  /// The values of an enumeration, sorted; `nil` if they are not known, or if the model has them.
  private func values(of entry: TypeEntry, isColumn: Bool) -> [String]? {
    let cases = entry.declaration.cases
    guard !cases.isEmpty, cases.allSatisfy({ $0.branch == nil }) else { return nil }
    let raw: ResolvedType? = entry.declaration.inherits.first.flatMap { try? resolve($0, at: entry.context.outer) }
    guard case .scalar(_, let type)? = raw else { return isColumn ? nil : cases.map(\.name).sorted() }
    let isInteger = [.integer16, .integer32, .integer64].contains(type)
    var next = 0
    var values: [String] = []
    for one in cases {
      switch one.rawValue {
      case .string(let text) where type == .string: values.append(text)
      case nil where type == .string: values.append(one.name)
      case .integer(let number) where isInteger:
        values.append(String(number))
        next = number &+ 1
      case nil where isInteger:
        values.append(String(next))
        next &+= 1
      default: return nil
      }
    }
    return values.sorted()
  }

  private func addKeys(
    of entry: TypeEntry, at path: String, isColumn: Bool, _ outer: [TypeID],
    to found: inout [String: ReadableValues.Content]
  ) {
    let names: [String: String]?
    do throws(Refusal) { names = try codingKeys(entry.id) } catch { return }
    let isRaw = symbols.entries(entry.id).contains { entry in
      entry.declaration.inherits.contains { ["RawRepresentable", "OptionSet"].contains($0.path?.last ?? "") }
    }
    if isRaw { return }
    var keys: [String: ReadableValues.Key] = [:]
    for variable in entry.declaration.variables where !variable.isStatic && !variable.isComputed {
      if variable.isConstant, variable.value != nil { continue }
      guard variable.branch == nil, let type = try? type(of: variable, at: entry.context) else { return }
      guard let key = names.map({ $0[variable.name] }) ?? variable.name else { continue }
      var (wrapped, isOptional) = (type, false)
      if case .optional(let inner) = type { (wrapped, isOptional) = (inner, true) }
      keys[key] = ReadableValues.Key(type: wrapped.description, isOptional: isOptional)
      addValues(of: wrapped, at: "\(path).\(key)", isColumn: isColumn, outer, to: &found)
    }
    if !isColumn { found[path] = .keys(keys) }
  }
}
