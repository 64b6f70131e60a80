internal import SwiftSyntax

extension TypeText {
  /// The type as written; attributes and parentheses are left out.
  init(_ syntax: TypeSyntax, depth: Int = 0) {
    guard depth < 64 else {
      self = .other(syntax.trimmedDescription)
      return
    }
    func inner(_ type: TypeSyntax) -> TypeText { TypeText(type, depth: depth + 1) }
    if let type = syntax.as(IdentifierTypeSyntax.self) {
      self = Self.named([type.name.plainText], type.genericArgumentClause, depth).known
    } else if let type = syntax.as(MemberTypeSyntax.self) {
      self =
        if case .named(let path, _) = inner(type.baseType) {
          Self.named(path + [type.name.plainText], type.genericArgumentClause, depth).known
        } else { .other(syntax.trimmedDescription) }
    } else if let type = syntax.as(OptionalTypeSyntax.self) {
      self = .optional(inner(type.wrappedType))
    } else if let type = syntax.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      self = .optional(inner(type.wrappedType))
    } else if let type = syntax.as(ArrayTypeSyntax.self) {
      self = .array(inner(type.element))
    } else if let type = syntax.as(DictionaryTypeSyntax.self) {
      self = .dictionary(inner(type.key), inner(type.value))
    } else if let type = syntax.as(AttributedTypeSyntax.self) {
      self = inner(type.baseType)
    } else if let type = syntax.as(TupleTypeSyntax.self), type.elements.count == 1, let only = type.elements.first {
      self = inner(only.type)
    } else {
      self = .other(syntax.trimmedDescription)
    }
  }

  private static func named(_ path: [String], _ clause: GenericArgumentClauseSyntax?, _ depth: Int) -> TypeText {
    let arguments = (clause?.arguments).map { arguments in
      arguments.map { argument -> TypeText in
        if case .type(let type) = argument.argument { return TypeText(type, depth: depth + 1) }
        return .other(argument.trimmedDescription)
      }
    }
    return .named(path, arguments: arguments ?? [])
  }

  /// The type of an expression that names one, such as `Post` in `Post.self` or `[Post]` in `[Post]()`.
  init?(expression: ExprSyntax, depth: Int = 0) {
    guard depth < 64 else { return nil }
    func inner(_ expression: ExprSyntax) -> TypeText? { TypeText(expression: expression, depth: depth + 1) }
    if let path = expression.dottedName {
      self = TypeText.named(path, arguments: []).known
    } else if let generic = expression.as(GenericSpecializationExprSyntax.self),
      let path = generic.expression.dottedName
    {
      self = Self.named(path, generic.genericArgumentClause, depth).known
    } else if let array = expression.as(ArrayExprSyntax.self), array.elements.count == 1,
      let only = array.elements.first,
      let element = inner(only.expression)
    {
      self = .array(element)
    } else if let dictionary = expression.as(DictionaryExprSyntax.self),
      let elements = dictionary.content.as(DictionaryElementListSyntax.self), elements.count == 1,
      let only = elements.first, let key = inner(only.key), let value = inner(only.value)
    {
      self = .dictionary(key, value)
    } else if let optional = expression.as(OptionalChainingExprSyntax.self), let wrapped = inner(optional.expression) {
      self = .optional(wrapped)
    } else if let type = expression.as(TypeExprSyntax.self) {
      self.init(type.type, depth: depth)
    } else if let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1,
      let only = tuple.elements.first,
      let type = inner(only.expression)
    {
      self = type
    } else {
      return nil
    }
  }

  /// The short form of `Optional<T>`, `Array<T>` and `Dictionary<K, V>`.
  private var known: TypeText {
    guard case .named(let path, let arguments) = self, path.count == 1 || (path.count == 2 && path[0] == "Swift") else {
      return self
    }
    switch (path.last, arguments.count) {
    case ("Optional", 1): return .optional(arguments[0])
    case ("Array", 1): return .array(arguments[0])
    case ("Dictionary", 2): return .dictionary(arguments[0], arguments[1])
    default: return self
    }
  }
}

extension TokenSyntax {
  /// The text without backticks.
  var plainText: String { identifier?.name ?? text }
}

extension ExprSyntax {
  /// The names of `a.b.c`; the first is empty for `.c`. `nil` for any other expression.
  var dottedName: [String]? {
    var names: [String] = []
    var expression = self
    while let member = expression.as(MemberAccessExprSyntax.self) {
      names.append(member.declName.baseName.plainText)
      guard let base = member.base else { return [""] + names.reversed() }
      expression = base
    }
    guard let name = expression.as(DeclReferenceExprSyntax.self), name.argumentNames == nil else { return nil }
    return [name.baseName.plainText] + names.reversed()
  }
}
