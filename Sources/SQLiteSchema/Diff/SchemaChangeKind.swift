extension SchemaChange {
  /// The kind of a change: the part of a schema that differs and the respect in which it does, such as `column.type`.
  public struct Kind: Sendable, Hashable, CustomStringConvertible, Codable {
    /// A part of a schema.
    public enum Part: String, Sendable, Hashable, Codable {
      case table, virtual, index, view, trigger, column, columns, unique, check
      case primaryKey = "primarykey"
      case foreignKey = "foreignkey"
      /// The letter case of a name.
      case spelling
      /// The stored text alone.
      case text
      /// A program's declaration of its objects, which SQLite does not see.
      case model
    }

    /// The respect in which a part differs.
    public enum Aspect: Sendable, Hashable, Codable {
      case added, removed, changed, reordered
      case type, notNull, defaultValue, collation, generated
      case strict, withoutRowid
      /// A kind of change of a declared model.
      case declared(String)
    }

    /// The part that differs.
    public let part: Part
    /// The respect in which the part differs; `nil` if the part alone is the kind.
    public let aspect: Aspect?

    init(_ part: Part, _ aspect: Aspect? = nil) {
      self.part = part
      self.aspect = aspect
    }

    /// The kind as text, such as `column.type`.
    public var description: String { part.rawValue + (aspect.map { ".\($0.name)" } ?? "") }
  }
}

extension SchemaChange.Kind.Aspect {
  fileprivate var name: String {
    switch self {
    case .added: "added"
    case .removed: "removed"
    case .changed: "changed"
    case .reordered: "reordered"
    case .type: "type"
    case .notNull: "notnull"
    case .defaultValue: "default"
    case .collation: "collation"
    case .generated: "generated"
    case .strict: "strict"
    case .withoutRowid: "withoutrowid"
    case .declared(let kind): kind
    }
  }
}
