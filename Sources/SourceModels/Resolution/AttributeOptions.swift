internal import EntityModel

/// The arguments of `@Attribute`.
struct AttributeOptions {
  /// The options in the form of a model document, without `unique`.
  private(set) var words: [String] = []
  private(set) var isUnique = false
  private(set) var originalName: String?
  private(set) var hashModifier: String?

  init(_ arguments: [SourceArgument]) throws(Refusal) {
    for argument in arguments {
      switch argument.label {
      case nil: try add(argument.value)
      case "originalName": originalName = try argument.value.stringOrNil().flatMap { $0.isEmpty ? nil : $0 }
      case "hashModifier": hashModifier = try argument.value.stringOrNil()
      default: throw Refusal(.argument(text: argument.label ?? ""))
      }
    }
  }

  private mutating func add(_ option: SourceExpression) throws(Refusal) {
    switch option {
    case .path(let path) where Self.plain.contains(path.last ?? ""):
      if path.last == "unique" { isUnique = true } else { words += path.suffix(1) }
    case .call(.path(let path), let arguments) where path.last == "transformable":
      switch arguments.first?.value {
      case .string(let name): words.append("transformable(by: \(name))")
      case .metatype(let type): words.append("transformable(by: \(type.path?.last ?? type.text))")
      default: throw Refusal(.argument(text: option.text))
      }
    default: throw Refusal(.argument(text: option.text))
    }
  }

  private static let plain = [
    "unique", "externalStorage", "spotlight", "preserveValueOnDeletion", "ephemeral", "allowsCloudEncryption",
  ]
}

extension SourceExpression {
  /// The text of a string literal; `nil` for `nil`.
  func stringOrNil() throws(Refusal) -> String? {
    switch self {
    case .string(let text): return text
    case .none: return nil
    default: throw Refusal(.argument(text: text))
    }
  }
}

extension RelationshipDraft {
  /// Reads the arguments of `@Relationship`. Returns whether they contain `.unique`.
  mutating func read(
    _ arguments: [SourceArgument], at context: SymbolContext, _ resolver: TypeResolver
  ) throws(Refusal) -> Bool {
    var isUnique = false
    for argument in arguments {
      switch (argument.label, argument.value) {
      case (nil, .path(let path)): isUnique = isUnique || path.last == "unique"
      case ("deleteRule", .path(let path)):
        guard let rule = path.last.flatMap({ DeleteRule(rawValue: $0) }) else {
          throw Refusal(.argument(text: argument.value.text))
        }
        deleteRule = rule
      case ("minimumModelCount", .integer(let count)): minimumCount = count == 0 ? nil : count
      case ("maximumModelCount", .integer(let count)): maximumCount = count == 0 ? nil : count
      case ("minimumModelCount", .none), ("maximumModelCount", .none), ("inverse", .none): break
      case ("originalName", let value):
        originalName = try value.stringOrNil().flatMap { $0.isEmpty ? nil : $0 }
      case ("hashModifier", let value): hashModifier = try value.stringOrNil()
      case ("inverse", .keyPath(let root?, let names)):
        // The parser cannot tell a nested type from a property: `\SchemaV1.Note.folder`.
        let type = root.path.map { TypeText.named($0 + names.dropLast(), arguments: []) }
        guard let name = names.last, let type = names.count == 1 ? root : type,
          case .declared(let id) = try resolver.resolve(type, at: context)
        else { throw Refusal(.inverse(text: argument.value.text)) }
        declaredInverse = (id, name)
      default: throw Refusal(.argument(text: argument.value.text))
      }
    }
    return isUnique
  }

  private typealias DeleteRule = DeclaredModel.Relationship.DeleteRule
}
