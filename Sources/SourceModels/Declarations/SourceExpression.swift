/// An expression, as far as the declaration of a schema can depend on it.
indirect enum SourceExpression: Sendable, Hashable, Codable {
  case integer(Int)
  case float
  case string(String)
  /// A string with interpolations.
  case interpolation
  case boolean(Bool)
  case none
  /// Names joined by dots. The first is empty in `.name`.
  case path([String])
  /// `T.self`, `[T].self`
  case metatype(TypeText)
  case call(SourceExpression, [SourceArgument])
  /// `a().b`
  case member(SourceExpression, String)
  /// `[T]()`, `[K: V]()`, `T<A>()`
  case construction(TypeText)
  case array([SourceExpression])
  case dictionary([SourceExpression])
  /// `a + b`
  case sum([SourceExpression])
  case cast(TypeText)
  /// `T?.none`, `T?.some(…)`, with the optional type. `T` may also be a value.
  case caseOfOptional(TypeText)
  /// `\Root.name`
  case keyPath(root: TypeText?, names: [String])
  /// A closure, with the types of the objects that it fetches or deletes.
  case closure(types: [TypeText])
  case other(String)
}

/// An argument of a call or an attribute.
struct SourceArgument: Sendable, Hashable, Codable {
  let label: String?
  let value: SourceExpression
}

extension [SourceArgument] {
  subscript(label: String) -> SourceExpression? { first { $0.label == label }?.value }

  var unlabelled: [SourceExpression] { filter { $0.label == nil }.map(\.value) }
}
