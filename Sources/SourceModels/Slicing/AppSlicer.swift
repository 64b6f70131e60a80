internal import SwiftSyntax

/// Finds the declarations that a plan needs.
struct AppSlicer {
  private let index: SliceIndex
  /// The files that use each name.
  private var users: [String: Set<Int>] = [:]
  /// The files that use each name as that of a member.
  private var members: [String: Set<Int>] = [:]
  private var operators: Set<String> = []
  /// The calls by the name of the type. Those by another name, such as `Self(x: 1)`, may be of any type.
  private var calls: [String: Set<SliceReferences.Call>] = [:]
  /// All calls: an initializer may be inherited.
  private var allCalls: Set<SliceReferences.Call> = []
  /// The names that kept protocols of the application require.
  private var required: Set<String> = []
  /// The labels of the initializers that kept protocols of the application require.
  private var requiredInitializers: Set<[String]> = []
  /// What kept types of a name inherit from, by the name.
  private var conformances: [String: Set<String>] = [:]
  /// What kept protocols of the application inherit from.
  private var refinements: Set<String> = []
  private var keptAliases: Set<String> = []
  /// The kept types by name.
  private var keptTypes: Set<String> = []
  /// The modules that declare a name at file level.
  private let modulesOfNames: [String: Set<String>]
  /// The types and type aliases at file level, by name.
  private let typesAtFileLevel: [String: [SliceItem]]
  /// The names of types that the application declares.
  private let ownTypes: Set<String>
  /// The names of the types and type aliases in a type, by its name. They hide those at file level.
  private let nestedTypes: [String: Set<String>]
  /// The protocols and classes of the user interface that the application does not declare itself.
  private let interfaces: Set<String>

  init(_ index: SliceIndex) {
    self.index = index
    var modules: [String: Set<String>] = [:]
    var own: Set<String> = []
    var outer: [String: [SliceItem]] = [:]
    var nested: [String: Set<String>] = [:]
    func add(_ item: SliceItem) {
      if let parent = item.parent, [.type, .alias, .protocol].contains(item.kind) {
        for name in parent.names { nested[name, default: []].formUnion(item.names) }
      }
      if item.kind == .type || item.kind == .protocol { own.formUnion(item.names) }
      item.members.forEach(add)
    }
    for file in index.files {
      for item in file.items {
        add(item)
        if item.kind == .extension { continue }
        if [.type, .alias].contains(item.kind), let name = item.names.first { outer[name, default: []].append(item) }
        for name in item.names { modules[name, default: []].insert(file.module) }
      }
    }
    modulesOfNames = modules
    typesAtFileLevel = outer
    ownTypes = own
    nestedTypes = nested
    interfaces = Self.interfaces.subtracting(own)
  }

  mutating func slice(from plan: [String], module: String) -> AppSlice {
    for (number, file) in index.files.enumerated() where file.module == module {
      for item in file.items where item.kind == .type && item.names.first == plan.first {
        users[plan[0], default: []].insert(number)
      }
    }
    for name in plan { members[name] = Set(index.files.indices) }
    while keepMore() {}
    let texts = index.files.map { SliceText($0, index.evaluation, interfaces) }
    let kept = zip(index.files, texts).filter { file, _ in file.items.contains(where: \.isKept) }
    return AppSlice(
      files: kept.map { AppSlice.File(path: $0.path, text: $1.text) }.sorted { $0.path < $1.path },
      stages: kept.flatMap { StageVisitor.stages(in: $0.0) },
      unknownConditions: index.undecided.filter(matters).flatMap(\.conditions) + kept.flatMap(\.1.unknownConditions),
      unreadableFiles: index.unreadable)
  }

  /// Whether declarations under conditions that are not known may belong to the slice.
  private func matters(_ block: SliceIndex.Undecided) -> Bool {
    if let parent = block.parent {
      guard parent.isKept else { return false }
      if block.items.contains(where: { [.storedProperty, .enumCase, .unnamed].contains($0.kind) }) { return true }
    }
    return block.items.contains { item in
      if item.kind == .extension { return isExtensionOfKept(item) }
      return item.kind == .operator || belongs(item)
    }
  }

  /// Keeps what belongs to the slice because of what it has already. Returns whether there was anything.
  private mutating func keepMore() -> Bool {
    var isChanged = false
    for file in index.files {
      for item in file.items { isChanged = consider(item) || isChanged }
    }
    return isChanged
  }

  private mutating func consider(_ item: SliceItem) -> Bool {
    var isChanged = false
    if !item.isKept, belongs(item) {
      keep(item)
      isChanged = true
    }
    if item.kind == .extension, !item.isKept {
      // An extension is kept for the sake of its members, or for a conformance.
      guard isExtensionOfKept(item) else { return isChanged }
      guard item.members.contains(where: belongs) || item.inherits.contains(where: keepsConformance) else {
        return isChanged
      }
      keep(item)
      isChanged = true
    }
    guard item.isKept, item.isContainer else { return isChanged }
    for member in item.members { isChanged = consider(member) || isChanged }
    if let initializer = neededInitializer(of: item) {
      keep(initializer)
      isChanged = true
    }
    return isChanged
  }

  private mutating func keep(_ item: SliceItem) {
    item.isKept = true
    let visitor = ReferenceVisitor(index.evaluation)
    for part in item.referencingParts { visitor.walk(part) }
    let found = visitor.found
    let hidden = item.hiddenNames(nestedTypes)
    for name in found.names where !hidden.contains(name) { users[name, default: []].insert(item.file) }
    for name in found.members { members[name, default: []].insert(item.file) }
    operators.formUnion(found.operators)
    // An attribute that is no wrapper of the application's calls nothing.
    let known = found.calls.filter { $0.labels != nil || ownTypes.contains($0.name) }
    allCalls.formUnion(known)
    for call in known { calls[ownTypes.contains(call.name) ? call.name : "init", default: []].insert(call) }
    switch item.kind {
    case .type:
      keptTypes.formUnion(item.names)
      for name in item.names { conformances[name, default: []].formUnion(item.inherits) }
    case .extension:
      for name in item.names { conformances[name, default: []].formUnion(item.inherits) }
    case .alias: keptAliases.formUnion(item.names)
    case .protocol:
      refinements.formUnion(item.inherits)
      if let block = item.node.as(ProtocolDeclSyntax.self)?.memberBlock {
        required.formUnion(block.members.flatMap(\.requiredNames))
        requiredInitializers.formUnion(block.members.compactMap { $0.decl.as(InitializerDeclSyntax.self)?.labels })
      }
    default: break
    }
  }

  // MARK: Rules

  private func belongs(_ item: SliceItem) -> Bool {
    guard let parent = item.parent else { return belongsAtFileLevel(item) }
    switch item.kind {
    case .enumCase, .unnamed: return true
    case .macro: return ["Unique", "Index"].contains(item.names.first)
    case .storedProperty: return !isOfInterface(parent) || isNamed(item)
    case .initializer: return isCalled(item, parent)
    case .type, .protocol, .alias, .function, .variable, .operator:
      if item.isOverride { return !isOfInterface(parent) }
      return isNamed(item) || isRequired(item, parent)
    case .extension, .precedence: return true
    }
  }

  /// Whether the slice uses the name of a member where the member is visible.
  private func isNamed(_ item: SliceItem) -> Bool {
    item.names.contains { name in
      members[name].map { !item.isPrivate || $0.contains(item.file) } ?? false
    }
  }

  private func belongsAtFileLevel(_ item: SliceItem) -> Bool {
    switch item.kind {
    case .precedence: return true
    case .operator: return item.names.contains(where: operators.contains)
    case .extension, .macro, .enumCase, .initializer, .unnamed: return false
    case .alias where !Self.literalTypes.isDisjoint(with: item.names): return true
    case .function where !Self.impliedOperators.isDisjoint(with: item.names):
      // Sorting, searching and `switch` call it without its name.
      return item.parameterTypes.contains(where: keptTypes.contains)
        || item.parameterTypes.allSatisfy { !ownTypes.contains($0) }
    default:
      return item.names.contains { name in
        if operators.contains(name) { return true }
        guard let users = users[name] else { return false }
        if item.isPrivate { return users.contains(item.file) }
        // Functions of several modules may be overloads of each other.
        if item.kind != .type, item.kind != .protocol { return true }
        let module = index.files[item.file].module
        return users.contains { user in
          let own = index.files[user].module
          return own == module || modulesOfNames[name]?.contains(own) != true
        }
      }
    }
  }

  private func isExtensionOfKept(_ item: SliceItem) -> Bool {
    if item.isPrivate, !index.files[item.file].items.contains(where: { $0.isKept }) { return false }
    if let known = item.extendedPath.first.flatMap({ typesAtFileLevel[$0] }) {
      // The name is that of this type or alias, and not that of a nested type of the same name.
      let isRelated = known.contains { $0.isKept || isKept(aliasedBy: $0) }
      return isRelated
        && (item.extendedPath.count == 1
          || item.names.contains { name in
            keptTypes.contains(name) || keptAliases.contains(name) || members[name] != nil
          })
    }
    return item.names.contains { name in
      keptTypes.contains(name) || keptAliases.contains(name)
        || (users[name] != nil || Self.commonTypes.contains(name)) && (!ownTypes.contains(name) || users[name] != nil)
    }
  }

  /// Whether the type for which an alias stands belongs to the slice.
  private func isKept(aliasedBy item: SliceItem, _ depth: Int = 0) -> Bool {
    guard let name = item.aliasedName, depth < 8 else { return false }
    if keptTypes.contains(name) || keptAliases.contains(name) { return true }
    return typesAtFileLevel[name]?.contains { isKept(aliasedBy: $0, depth + 1) } ?? false
  }

  /// Whether an extension is kept because of a conformance. That to a protocol of a user interface says nothing about rows.
  private func keepsConformance(_ name: String) -> Bool { !interfaces.contains(name) }

  /// Whether a protocol may call the member, which then needs no name. A type may conform through a macro, an alias or its
  /// raw values.
  private func isRequired(_ item: SliceItem, _ parent: SliceItem) -> Bool {
    if item.names.contains(where: { required.contains($0) || Self.alwaysRequired.contains($0) }) { return true }
    let protocols = parent.names.reduce(into: refinements) { $0.formUnion(conformances[$1] ?? []) }
    return protocols.contains { name in Self.requirements[name].map { !$0.isDisjoint(with: item.names) } ?? false }
      || item.names.contains { $0.hasPrefix("build") || $0.hasSuffix("CodingKeys") }
  }

  /// Whether a type is a part of the user interface, of which only what is named is needed.
  private func isOfInterface(_ item: SliceItem) -> Bool { item.inherits.contains(where: interfaces.contains) }

  private func isCalled(_ item: SliceItem, _ parent: SliceItem) -> Bool {
    guard let initializer = item.node.as(InitializerDeclSyntax.self) else { return false }
    let labels = initializer.labels
    if labels.count == 1, Self.requiredLabels.contains(labels[0]) || requiredInitializers.contains(labels) {
      return true
    }
    if requiredInitializers.contains(labels) || item.isOverride { return true }
    if initializer.modifiers.contains(where: { $0.name.text == "required" }) { return true }
    let parameters = Array(initializer.signature.parameterClause.parameters)
    if parent.node.is(ClassDeclSyntax.self) { return allCalls.contains { $0.matches(parameters) } }
    let names = parent.names + ["init"] + Array(keptAliases)
    return names.contains { name in calls[name]?.contains { $0.matches(parameters) } ?? false }
  }

  /// A class needs an initializer, even if the slice makes no object with it. A structure without the one that it declares
  /// would have another one, with its properties.
  private func neededInitializer(of item: SliceItem) -> SliceItem? {
    guard item.kind == .type, !item.node.is(EnumDeclSyntax.self), !isOfInterface(item) else { return nil }
    let own = item.members.filter { $0.kind == .initializer }
    return own.contains(where: \.isKept) ? nil : own.first { !$0.isConvenience } ?? own.first
  }
}

extension SliceItem {
  /// The names that mean types in the types around the declaration, or in itself.
  fileprivate func hiddenNames(_ nested: [String: Set<String>]) -> Set<String> {
    let own = isContainer ? names.reduce(into: Set()) { $0.formUnion(nested[$1] ?? []) } : []
    return parent.map { own.union($0.hiddenNames(nested)) } ?? own
  }

  /// The names in the dotted type that an extension extends.
  fileprivate var extendedPath: [String] {
    var (names, type) = ([String](), node.as(ExtensionDeclSyntax.self)?.extendedType)
    while let member = type?.as(MemberTypeSyntax.self) {
      names.insert(member.name.plainText, at: 0)
      type = member.baseType
    }
    return (type?.as(IdentifierTypeSyntax.self).map { [$0.name.plainText] } ?? []) + names
  }

  /// The last name of the type for which an alias stands.
  fileprivate var aliasedName: String? { node.as(TypeAliasDeclSyntax.self)?.initializer.value.lastName }

  /// The last names of the types of a function's parameters.
  fileprivate var parameterTypes: [String] {
    let parameters = node.as(FunctionDeclSyntax.self)?.signature.parameterClause.parameters
    return parameters?.compactMap { $0.type.lastName } ?? []
  }

  fileprivate var isConvenience: Bool {
    node.as(InitializerDeclSyntax.self)?.modifiers.contains { $0.name.text == "convenience" } ?? false
  }

  /// The parts of the declaration that belong to the slice with it: all of it, or what is not in the braces.
  fileprivate var referencingParts: [Syntax] {
    guard isContainer, let group = node.asProtocol((any DeclGroupSyntax).self) else { return [Syntax(node)] }
    var parts: [Syntax] = [Syntax(group.attributes)]
    if let clause = group.inheritanceClause { parts.append(Syntax(clause)) }
    if let clause = group.genericWhereClause { parts.append(Syntax(clause)) }
    if let clause = node.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause {
      parts.append(Syntax(clause))
    }
    if let type = node.as(ExtensionDeclSyntax.self)?.extendedType { parts.append(Syntax(type)) }
    return parts
  }
}

extension InitializerDeclSyntax {
  /// The labels of the parameters, `_` for none.
  fileprivate var labels: [String] { signature.parameterClause.parameters.map(\.firstName.plainText) }
}

extension MemberBlockItemSyntax {
  /// The names of a requirement.
  fileprivate var requiredNames: [String] {
    if let function = decl.as(FunctionDeclSyntax.self) { return [function.name.plainText] }
    if let type = decl.as(AssociatedTypeDeclSyntax.self) { return [type.name.plainText] }
    if let variable = decl.as(VariableDeclSyntax.self) {
      return variable.bindings.compactMap { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.plainText }
    }
    return []
  }
}

extension SliceReferences.Call {
  /// Whether it may call an initializer with these parameters.
  fileprivate func matches(_ parameters: [FunctionParameterSyntax]) -> Bool {
    guard let labels else { return true }
    var rest = labels[...]
    for parameter in parameters {
      let label = parameter.firstName.plainText
      if rest.first == label {
        rest.removeFirst()
        // Of a variadic parameter, only the first argument has a label.
        if parameter.ellipsis != nil { rest = rest.drop { $0 == "_" } }
      } else if parameter.defaultValue == nil, parameter.ellipsis == nil, !hasTrailingClosure {
        return false
      }
    }
    return rest.isEmpty
  }
}
