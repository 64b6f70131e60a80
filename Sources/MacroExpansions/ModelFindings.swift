internal import SwiftDiagnostics
internal import SwiftSourceText
internal import SwiftSyntax
internal import SwiftSyntaxBuilder
internal import SwiftSyntaxMacros

/// The diagnostics of a `@Model` class.
struct ModelFindings {
  let diagnostics: [Diagnostic]
  /// Whether the class can be a model. An error in one property does not prevent expansion for the others.
  let isModel: Bool

  init(node: AttributeSyntax, declaration: ClassDeclSyntax, allowsConstants: Bool) {
    isModel = !declaration.isGeneric
    guard isModel else {
      diagnostics = [Diagnostic(node: node, message: ModelMessage.generic(declaration.name.text))]
      return
    }
    let missing = declaration.hasInitializer ? [] : [ModelMessage.noInitializer(declaration.name.text)]
    diagnostics =
      missing.map { Diagnostic(node: node, message: $0) } + declaration.nameDiagnostics
      + declaration.variables.flatMap { $0.modelDiagnostics(constants: allowsConstants) }
      + declaration.memberBlock.conditionalProperties.map { Diagnostic(node: $0, message: ModelMessage.conditional) }
      + declaration.conditionalMarkers.map { Diagnostic(node: $0, message: ModelMessage.conditional) }
  }
}

extension DeclGroupSyntax {
  /// The diagnostic for a declaration that is not a class.
  var refusal: ModelMessage {
    if let type = self.as(StructDeclSyntax.self) { return .notAClass("struct", type.name.text) }
    if let type = self.as(EnumDeclSyntax.self) { return .notAClass("enum", type.name.text) }
    if let type = self.as(ActorDeclSyntax.self) { return .notAClass("actor", type.name.text) }
    if let type = self.as(ProtocolDeclSyntax.self) { return .notAClass("protocol", type.name.text) }
    return .notAClass("extended", self.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription ?? "")
  }
}

extension ClassDeclSyntax {
  var isGeneric: Bool { genericParameterClause != nil }

  fileprivate var nameDiagnostics: [Diagnostic] {
    let name = name.identifier?.name ?? name.text
    return isStorable(name) && !name.hasPrefix("_")
      ? [] : [Diagnostic(node: self.name, message: ModelMessage.unusable(name))]
  }

  /// `#Unique`, `#Index` and property attributes inside `#if`.
  fileprivate var conditionalMarkers: [Syntax] {
    let constraints = memberBlock.conditionalMembers.compactMap { $0.decl.as(MacroExpansionDeclSyntax.self) }
      .filter { ["Unique", "Index"].contains($0.macroName.text) }
    let markers = variables.flatMap(\.attributes.conditional)
      .filter { ["Attribute", "Relationship", "Transient"].contains(where: $0.isNamed) }
    return constraints.map { Syntax($0) } + markers.map { Syntax($0) }
  }

  fileprivate var hasInitializer: Bool {
    (memberBlock.members + memberBlock.conditionalMembers).contains { $0.decl.is(InitializerDeclSyntax.self) }
  }
}

extension MemberBlockSyntax {
  /// The members inside `#if`, at any depth.
  fileprivate var conditionalMembers: [MemberBlockItemSyntax] {
    func members(of item: MemberBlockItemSyntax) -> [MemberBlockItemSyntax] {
      guard let conditional = item.decl.as(IfConfigDeclSyntax.self) else { return [item] }
      return conditional.clauses.flatMap { $0.elements?.as(MemberBlockItemListSyntax.self)?.flatMap(members) ?? [] }
    }
    return self.members.lazy.filter { $0.decl.is(IfConfigDeclSyntax.self) }.flatMap(members)
  }

  fileprivate var conditionalProperties: [VariableDeclSyntax] {
    conditionalMembers.compactMap { $0.decl.as(VariableDeclSyntax.self) }.filter { !$0.modelProperties.isEmpty }
  }
}

extension VariableDeclSyntax {
  fileprivate func modelDiagnostics(constants: Bool) -> [Diagnostic] {
    guard !isOfType else { return [] }
    if attributes.contains(named: "Transient") { return transientDiagnostics }
    if bindings.contains(where: { $0.pattern.is(TuplePatternSyntax.self) }) {
      return [Diagnostic(node: self, message: ModelMessage.pattern)]
    }
    let properties = modelProperties
    if properties.count > 1 { return [Diagnostic(node: self, message: ModelMessage.several)] }
    return properties.flatMap { $0.diagnostics(constants: constants) }
  }

  private var transientDiagnostics: [Diagnostic] {
    bindings.lazy.filter { !$0.isComputed && $0.initializer == nil && !($0.hasOptionalType && !isConstant) }.map {
      Diagnostic(node: $0, message: ModelMessage.transientWithoutDefault($0.pattern.trimmedDescription))
    }
  }

  var isConstant: Bool { bindingSpecifier.tokenKind == .keyword(.let) }

  /// Whether the compiler accepts an accessor macro on the variable. A variable that it rejects is diagnosed instead.
  func canHaveAccessors(constants: Bool) -> Bool {
    guard constants || !isConstant, !hasModifier(.lazy), let binding = bindings.first, bindings.count == 1 else {
      return false
    }
    return binding.typeAnnotation != nil || binding.initializer != nil
  }

  fileprivate var referenceModifier: DeclModifierSyntax? {
    modifiers.first { [.keyword(.weak), .keyword(.unowned)].contains($0.name.tokenKind) }
  }

  fileprivate var constantFixIt: FixIt {
    var variable = self
    variable.bindingSpecifier = .keyword(
      .var, leadingTrivia: modifiers.isEmpty ? [] : bindingSpecifier.leadingTrivia, trailingTrivia: .space)
    let isRestricted = modifiers.contains { $0.detail?.detail.text == "set" }
    if !isRestricted {
      let restriction = DeclModifierSyntax(
        leadingTrivia: modifiers.isEmpty ? bindingSpecifier.leadingTrivia : [], name: .keyword(.private),
        detail: DeclModifierDetailSyntax(detail: .identifier("set")), trailingTrivia: .space)
      variable.modifiers.append(restriction)
    }
    return FixIt(
      message: ModelMessage.makeVariable, changes: [.replace(oldNode: Syntax(self), newNode: Syntax(variable))])
  }
}

extension PatternBindingSyntax {
  /// Whether the type is visibly optional: `Int?`, `Int!`, `Optional<Int>`.
  fileprivate var hasOptionalType: Bool {
    guard let type = typeAnnotation?.type else { return false }
    return type.is(OptionalTypeSyntax.self) || type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
      || type.isNamed("Optional")
  }
}

extension ModelProperty {
  fileprivate func diagnostics(constants: Bool) -> [Diagnostic] {
    var messages: [ModelMessage] = []
    if !isStorable(name) { messages.append(.unusable(name)) }
    if let reason = reservedNames[name] { messages.append(.reserved(name, reason)) }
    if binding.hasObservers { messages.append(.observers(name)) }
    if declaration.hasModifier(.lazy) { messages.append(.lazy(name)) }
    if let modifier = declaration.referenceModifier { messages.append(.reference(name, modifier.name.text)) }
    if type == nil, initialValue == nil { messages.append(.noType(name)) }
    if isMarked("Attribute"), isMarked("Relationship") { messages.append(.twoMarkers(name)) }
    if isUnique, type.isMany { messages.append(.uniqueMany(name)) }
    let diagnostics = messages.map { Diagnostic(node: binding, message: $0) }
    guard declaration.isConstant, !constants else { return diagnostics }
    let constant = Diagnostic(
      node: declaration.bindingSpecifier, message: ModelMessage.constant(name), fixIt: declaration.constantFixIt)
    return diagnostics + [constant]
  }

  private func isMarked(_ name: String) -> Bool { declaration.attributes.contains(named: name) }

  private var isUnique: Bool {
    marker?.arguments?.as(LabeledExprListSyntax.self)?.contains {
      $0.label == nil && $0.expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "unique"
    } ?? false
  }
}

/// Whether a name can be used unquoted in a store's SQL, as Core Data does.
private func isStorable(_ name: String) -> Bool {
  name.unicodeScalars.allSatisfy { !$0.isASCII || $0 == "_" || isNameScalar($0) }
}

extension TypeSyntax? {
  /// Whether the type is visibly a collection: `[Post]`, `[Post]?`, `Array<Post>`, `Set<String>`, `[String: Int]`.
  fileprivate var isMany: Bool {
    guard let type = self else { return false }
    if let optional = type.as(OptionalTypeSyntax.self) { return Optional(optional.wrappedType).isMany }
    return type.is(ArrayTypeSyntax.self) || type.is(DictionaryTypeSyntax.self)
      || ["Array", "Set", "Dictionary"].contains(where: type.isNamed)
  }
}

/// "Note that a property name cannot be the same as any no-parameter method name of NSObject or NSManagedObject. For
/// example, you cannot give a property the name "description"." There are hundreds; these are the names that a model is
/// likely to use.
/// https://developer.apple.com/documentation/coredata/nspropertydescription
private let reservedNames: [String: String] = {
  let coreData = "Core Data reserves this name, and SwiftData stops the program at such a model"
  let model = "every persistent model has a member with this name"
  var names: [String: String] = [:]
  for name in [
    "description", "debugDescription", "hash", "superclass", "objectID", "entity", "isInserted", "isUpdated",
    "isFault", "managedObjectContext", "faultingState", "hasPersistentChangedValues",
  ] { names[name] = coreData }
  for name in ["persistentModelID", "persistentBackingData", "modelContext", "hasChanges", "isDeleted", "hashValue"] {
    names[name] = model
  }
  return names
}()
