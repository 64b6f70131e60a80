import SwiftParser
import SwiftSyntax

/// Collects the public declarations of source files, as `Owner.member(label:)`.
final class PublicNames: SyntaxVisitor {
  private(set) var names: Set<String> = []
  /// The types and extensions around the current declaration, with whether their members are public by themselves:
  /// those of a public protocol or extension.
  private var owners: [(name: String, publishes: Bool)] = []

  static func of(_ source: String) -> Set<String> {
    let visitor = PublicNames(viewMode: .sourceAccurate)
    visitor.walk(Parser.parse(source: source))
    return visitor.names
  }

  private func add(_ name: String) { names.insert((owners.map(\.name) + [name]).joined(separator: ".")) }

  private func isPublic(_ modifiers: DeclModifierListSyntax) -> Bool {
    modifiers.contains { ["public", "open"].contains($0.name.text) && $0.detail == nil }
      || owners.last?.publishes == true
  }

  private func enter(
    _ name: TokenSyntax, _ modifiers: DeclModifierListSyntax, publishes: Bool = false
  )
    -> SyntaxVisitorContinueKind
  {
    if isPublic(modifiers) { add(name.text) }
    owners.append((name.text, publishes && isPublic(modifiers)))
    return .visitChildren
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name, node.modifiers) }
  override func visitPost(_ node: ClassDeclSyntax) { owners.removeLast() }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name, node.modifiers) }
  override func visitPost(_ node: StructDeclSyntax) { owners.removeLast() }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name, node.modifiers) }
  override func visitPost(_ node: EnumDeclSyntax) { owners.removeLast() }
  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name, node.modifiers, publishes: true)
  }
  override func visitPost(_ node: ProtocolDeclSyntax) { owners.removeLast() }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    let isPublic = node.modifiers.contains { $0.name.text == "public" }
    owners.append((node.extendedType.trimmedDescription, isPublic))
    return .visitChildren
  }
  override func visitPost(_ node: ExtensionDeclSyntax) { owners.removeLast() }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    guard isPublic(node.modifiers) else { return .skipChildren }
    let parameters = node.signature.parameterClause
    // The parameters of an operator have no labels.
    let isOperator = !(node.name.text.first.map { $0.isLetter || $0 == "_" || $0 == "`" } ?? true)
    let labels = isOperator ? "(" + parameters.parameters.map { _ in "_:" }.joined() + ")" : Self.labels(parameters)
    add(Self.plain(node.name) + labels)
    return .skipChildren
  }

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    if isPublic(node.modifiers) { add("init" + Self.labels(node.signature.parameterClause)) }
    return .skipChildren
  }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    guard isPublic(node.modifiers) else { return .skipChildren }
    for binding in node.bindings {
      if let name = binding.pattern.as(IdentifierPatternSyntax.self) { add(Self.plain(name.identifier)) }
    }
    return .skipChildren
  }

  override func visit(_ node: EnumCaseDeclSyntax) -> SyntaxVisitorContinueKind {
    for element in node.elements {
      let labels = element.parameterClause.map { clause in
        "(" + clause.parameters.map { ($0.firstName?.text ?? "_") + ":" }.joined() + ")"
      }
      add(Self.plain(element.name) + (labels ?? ""))
    }
    return .skipChildren
  }

  override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
    if isPublic(node.modifiers) { add(node.name.text) }
    return .skipChildren
  }

  override func visit(_ node: AssociatedTypeDeclSyntax) -> SyntaxVisitorContinueKind {
    add(node.name.text)
    return .skipChildren
  }

  override func visit(_ node: MacroDeclSyntax) -> SyntaxVisitorContinueKind {
    if isPublic(node.modifiers) { names.insert("macro " + node.name.text) }
    return .skipChildren
  }

  private static func labels(_ clause: FunctionParameterClauseSyntax) -> String {
    "(" + clause.parameters.map { $0.firstName.text + ":" }.joined() + ")"
  }

  private static func plain(_ name: TokenSyntax) -> String { name.text.filter { $0 != "`" } }
}
