internal import SwiftParser
internal import SwiftSyntax

extension SourceExpression {
  /// The expression, as far as it is of a known form. What is nested more deeply than any list of models is `other`.
  init(_ syntax: ExprSyntax, depth: Int = 0) {
    guard depth < 64 else {
      self = .other("")
      return
    }
    func inner(_ expression: ExprSyntax) -> SourceExpression { SourceExpression(expression, depth: depth + 1) }
    self =
      Self.literal(syntax) ?? Self.name(syntax) ?? Self.call(syntax, inner) ?? Self.compound(syntax, inner)
      ?? .other(syntax.trimmedDescription.prefix { !$0.isNewline }.prefix(60).description)
  }

  private static func literal(_ syntax: ExprSyntax) -> SourceExpression? {
    if let literal = syntax.as(IntegerLiteralExprSyntax.self) { return .integer(literal.number) }
    if syntax.is(FloatLiteralExprSyntax.self) { return .float }
    if let literal = syntax.as(BooleanLiteralExprSyntax.self) { return .boolean(literal.literal.text == "true") }
    if syntax.is(NilLiteralExprSyntax.self) { return SourceExpression.none }
    if let literal = syntax.as(StringLiteralExprSyntax.self) {
      return literal.representedLiteralValue.map { .string($0) } ?? .interpolation
    }
    if let prefix = syntax.as(PrefixOperatorExprSyntax.self), ["-", "+"].contains(prefix.operator.text) {
      if let literal = prefix.expression.as(IntegerLiteralExprSyntax.self) {
        return .integer(prefix.operator.text == "-" ? 0 - literal.number : literal.number)
      }
      return prefix.expression.is(FloatLiteralExprSyntax.self) ? .float : nil
    }
    return nil
  }

  private static func name(_ syntax: ExprSyntax) -> SourceExpression? {
    if let member = syntax.as(MemberAccessExprSyntax.self), member.declName.baseName.tokenKind == .keyword(.self),
      let base = member.base
    {
      return TypeText(expression: base).map { .metatype($0) }
    }
    if let path = syntax.dottedName { return .path(path) }
    if let type = optionalType(of: syntax, case: "none") { return .caseOfOptional(type) }
    guard let keyPath = syntax.as(KeyPathExprSyntax.self) else { return nil }
    let names = keyPath.components.map {
      $0.component.as(KeyPathPropertyComponentSyntax.self)?.declName.baseName.plainText
    }
    guard !names.contains(nil) else { return nil }
    return .keyPath(root: keyPath.root.map { TypeText($0) }, names: names.compactMap { $0 })
  }

  private static func call(_ syntax: ExprSyntax, _ inner: (ExprSyntax) -> SourceExpression) -> SourceExpression? {
    guard let call = syntax.as(FunctionCallExprSyntax.self) else { return nil }
    if let closure = call.calledExpression.as(ClosureExprSyntax.self), call.arguments.isEmpty {
      return closure.statements.onlyExpression.map(inner)
    }
    let arguments =
      call.arguments.map { SourceArgument(label: $0.label?.plainText, value: inner($0.expression)) }
      + stageClosures(call)
    if let path = call.calledExpression.dottedName { return .call(.path(path), arguments) }
    if let type = optionalType(of: call.calledExpression, case: "some") { return .caseOfOptional(type) }
    if let type = TypeText(expression: call.calledExpression) { return .construction(type) }
    return .call(inner(call.calledExpression), arguments)
  }

  /// The type before a case of `Optional`, as in `[T]?.some([])` or `T?.none`.
  private static func optionalType(of syntax: ExprSyntax, case name: String) -> TypeText? {
    guard let member = syntax.as(MemberAccessExprSyntax.self), member.declName.baseName.text == name,
      let base = member.base, case .optional(let wrapped)? = TypeText(expression: base)
    else { return nil }
    return .optional(wrapped)
  }

  /// The closures of a migration stage that follow its parentheses.
  private static func stageClosures(_ call: FunctionCallExprSyntax) -> [SourceArgument] {
    guard call.arguments.first?.label?.plainText == "fromVersion", let first = call.trailingClosure else { return [] }
    return [SourceArgument(label: "willMigrate", value: .closure(types: first.fetchedTypes))]
      + call.additionalTrailingClosures.map {
        SourceArgument(label: $0.label.plainText, value: .closure(types: $0.closure.fetchedTypes))
      }
  }

  private static func compound(_ syntax: ExprSyntax, _ inner: (ExprSyntax) -> SourceExpression) -> SourceExpression? {
    if let closure = syntax.as(ClosureExprSyntax.self) { return .closure(types: closure.fetchedTypes) }
    if let array = syntax.as(ArrayExprSyntax.self) { return .array(array.elements.map { inner($0.expression) }) }
    if let dictionary = syntax.as(DictionaryExprSyntax.self) {
      guard let elements = dictionary.content.as(DictionaryElementListSyntax.self) else { return .dictionary([]) }
      return .dictionary(elements.flatMap { [inner($0.key), inner($0.value)] })
    }
    if let tuple = syntax.as(TupleExprSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first {
      return inner(only.expression)
    }
    if let generic = syntax.as(GenericSpecializationExprSyntax.self) {
      return TypeText(expression: ExprSyntax(generic)).map { .metatype($0) }
    }
    if let member = syntax.as(MemberAccessExprSyntax.self), let base = member.base {
      return .member(inner(base), member.declName.baseName.plainText)
    }
    if let wrapped = syntax.as(TryExprSyntax.self) { return inner(wrapped.expression) }
    if let wrapped = syntax.as(AwaitExprSyntax.self) { return inner(wrapped.expression) }
    guard let sequence = syntax.as(SequenceExprSyntax.self) else { return nil }
    let elements = Array(sequence.elements)
    if let cast = elements.last?.as(TypeExprSyntax.self), elements.count == 3,
      elements[1].as(UnresolvedAsExprSyntax.self)?.questionOrExclamationMark == nil,
      elements[1].is(UnresolvedAsExprSyntax.self)
    {
      return .cast(TypeText(cast.type))
    }
    let operators = elements.indices.filter { $0 % 2 == 1 }.map { elements[$0].as(BinaryOperatorExprSyntax.self) }
    guard operators.allSatisfy({ $0?.operator.text == "+" }) else { return nil }
    return .sum(elements.indices.filter { $0 % 2 == 0 }.map { inner(elements[$0]) })
  }
}

extension IntegerLiteralExprSyntax {
  /// The value; 0 if it is not a decimal number of 64 bits, which no count or version is.
  fileprivate var number: Int { Int(literal.text.filter { $0 != "_" }) ?? 0 }
}

extension [SourceArgument] {
  init(_ list: LabeledExprListSyntax) {
    self = list.map { SourceArgument(label: $0.label?.plainText, value: SourceExpression($0.expression)) }
  }
}
