extension Unresolved {
  /// What is not determined and why, as a clause in English.
  public var message: String {
    // The place names the file.
    if case .file = reason { return "the file \(reason.message)" }
    return "\(subject) \(reason.message)"
  }
}

extension UnresolvedReason {
  /// Whether everything but the columns of a type is known.
  var isAboutStorage: Bool {
    switch self {
    case .unknownStorage, .customCoding: true
    default: false
    }
  }

  /// The reason as a predicate.
  public var message: String {
    switch self {
    case .notFound(let name): "has the type \(name), which no file declares"
    case .notImported(let name, let locations):
      "has the type \(name), which is declared in a module that the file does not import: \(Self.list(locations))"
    case .noModel(let name): "names \(name), which no file declares"
    case .ambiguous(let name, let locations):
      "has the type \(name), which is declared several times: \(Self.list(locations))"
    case .conditional(let condition): "depends on the compilation condition \(condition), whose value is not known"
    case .cyclicAlias(let name): "has the type \(name), a type alias that refers to itself"
    case .noType(let expression): "has no type annotation, and the type of \(expression) is not known"
    case .notCodable(let name): "has the type \(name), which is not Codable"
    case .customCoding(let name): "has the type \(name), which encodes itself in code of its own"
    case .unknownStorage(let name, let kind): "has the type \(name) (\(kind)), whose columns are not known"
    case .inverse(let text): "has the inverse \(text), which is not a relationship of its destination"
    case .argument(let text): "has the argument \(text), which is not understood"
    case .expression(let text): "is given by \(text), which is not understood"
    case .sameEntityName(let name, let locations):
      "has two models of the name \(name): \(Self.list(locations))"
    case .file(let problem): problem.message
    }
  }

  private static func list(_ locations: [SourceLocation]) -> String {
    locations.map { "\($0.path):\($0.line)" }.joined(separator: ", ")
  }

  /// The compilation condition on which it depends.
  public var condition: String? { if case .conditional(let condition) = self { condition } else { nil } }

  /// The type, if the configuration can say how its values are stored.
  public var typeName: String? {
    switch self {
    case .notFound(let name), .notCodable(let name), .customCoding(let name), .unknownStorage(let name, _): name
    default: nil
    }
  }
}

extension FileProblem {
  fileprivate var message: String {
    switch self {
    case .syntax: "has a syntax error"
    case .encoding: "is not UTF-8 text"
    case .tooLarge: "is too large or too deeply nested to be parsed"
    case .unreadable: "cannot be read"
    }
  }
}
