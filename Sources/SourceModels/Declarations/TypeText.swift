/// A type as written.
indirect enum TypeText: Sendable, Hashable, Codable {
  /// A dotted name. Generic arguments are those of the last part.
  case named([String], arguments: [TypeText])
  case optional(TypeText)
  case array(TypeText)
  case dictionary(TypeText, TypeText)
  /// Any other type: a tuple, a function, an existential.
  case other(String)

  init(_ name: String) { self = .named([name], arguments: []) }

  /// The source text in a canonical layout.
  var text: String {
    switch self {
    case .named(let path, let arguments):
      path.joined(separator: ".")
        + (arguments.isEmpty ? "" : "<\(arguments.map(\.text).joined(separator: ", "))>")
    case .optional(let wrapped): wrapped.text + "?"
    case .array(let element): "[\(element.text)]"
    case .dictionary(let key, let value): "[\(key.text): \(value.text)]"
    case .other(let text): text
    }
  }

  /// The dotted name of a type without generic arguments.
  var path: [String]? {
    if case .named(let path, let arguments) = self, arguments.isEmpty { path } else { nil }
  }

  /// Every name at the start or end of a dotted name in the type.
  var names: [String] {
    switch self {
    case .named(let path, let arguments): path + arguments.flatMap(\.names)
    case .optional(let wrapped): wrapped.names
    case .array(let element): element.names
    case .dictionary(let key, let value): key.names + value.names
    case .other: []
    }
  }
}
