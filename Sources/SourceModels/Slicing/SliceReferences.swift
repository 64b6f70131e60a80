internal import SwiftSyntax

/// The names that a piece of code uses.
struct SliceReferences {
  /// Names that may be those of declarations at file level, or of members of the types around the code.
  var names: Set<String> = []
  /// Names of members.
  var members: Set<String> = []
  var operators: Set<String> = []
  var calls: Set<Call> = []

  /// A call by which an initializer may be meant.
  struct Call: Hashable {
    /// The name of the type, or `init`.
    let name: String
    /// The labels of the arguments in parentheses; `nil` for a reference to all initializers.
    let labels: [String]?
    /// Whether closures follow the parentheses, whose first label is not written.
    var hasTrailingClosure = false
  }
}

/// Collects the names that code uses, without those in branches of `#if` that are not compiled.
final class ReferenceVisitor: SyntaxVisitor {
  private(set) var found = SliceReferences()
  private let evaluation: ConditionEvaluation

  init(_ evaluation: ConditionEvaluation) {
    self.evaluation = evaluation
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let name = node.baseName.plainText
    if case .binaryOperator = node.baseName.tokenKind { found.operators.insert(name) }
    found.members.insert(name)
    if !isMember(node) { found.names.insert(name) }
    return .skipChildren
  }

  private func isMember(_ node: DeclReferenceExprSyntax) -> Bool {
    if let access = node.parent?.as(MemberAccessExprSyntax.self) { return access.declName.id == node.id }
    return node.parent?.is(KeyPathPropertyComponentSyntax.self) ?? false
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    // A reference to an initializer that is not called, or called with the labels in its name.
    if node.declName.baseName.plainText == "init",
      node.parent?.is(FunctionCallExprSyntax.self) != true || node.declName.argumentNames != nil,
      let name = node.base?.lastName
    {
      found.calls.insert(.init(name: name, labels: nil))
    }
    return .visitChildren
  }

  /// The attribute of a property may be a wrapper, whose initializer it calls.
  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
    if let name = node.attributeName.lastName { found.calls.insert(.init(name: name, labels: nil)) }
    return .visitChildren
  }

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    found.names.insert(node.name.plainText)
    found.members.insert(node.name.plainText)
    return .visitChildren
  }

  override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
    found.members.insert(node.name.plainText)
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let name = node.calledExpression.lastName {
      found.calls.insert(
        .init(
          name: name, labels: node.arguments.map { $0.label?.plainText ?? "_" },
          hasTrailingClosure: node.trailingClosure != nil))
    }
    return .visitChildren
  }

  override func visit(_ node: BinaryOperatorExprSyntax) -> SyntaxVisitorContinueKind { add(node.operator) }
  override func visit(_ node: PrefixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    _ = add(node.operator)
    return .visitChildren
  }
  override func visit(_ node: PostfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    _ = add(node.operator)
    return .visitChildren
  }

  private func add(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
    found.operators.insert(token.text)
    return .skipChildren
  }

  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
    if let elements = evaluation.activeClause(of: node)?.elements { walk(elements) }
    return .skipChildren
  }
}

extension ConditionEvaluation {
  /// The clause that is compiled if a condition that is not known is false; `nil` for none.
  func activeClause(of block: IfConfigDeclSyntax) -> IfConfigClauseSyntax? {
    block.clauses.first { $0.condition.map { value(of: $0) ?? false } ?? true }
  }

  /// The conditions of a block that are not known, and decide what is compiled.
  func unknownConditions(of block: IfConfigDeclSyntax) -> [ExprSyntax] {
    var unknown: [ExprSyntax] = []
    for clause in block.clauses {
      guard let condition = clause.condition else { break }
      switch value(of: condition) {
      case true?: return unknown
      case nil: unknown.append(condition)
      case false?: break
      }
    }
    return unknown
  }
}

extension ExprSyntax {
  /// The last name of a dotted one, without generic arguments; that of the type for `T.init`.
  fileprivate var lastName: String? {
    if let reference = self.as(DeclReferenceExprSyntax.self) { return reference.baseName.plainText }
    if let generic = self.as(GenericSpecializationExprSyntax.self) { return generic.expression.lastName }
    guard let access = self.as(MemberAccessExprSyntax.self) else { return nil }
    let name = access.declName.baseName.plainText
    guard name == "init" else { return name }
    let base = access.base?.lastName
    return base == nil || base == "self" || base == "super" || base == "Self" ? "init" : base
  }
}
