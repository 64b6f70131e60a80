/// A SELECT of a generated schema.
struct Query: Hashable, Sendable {
  var commonTables: [CommonTable] = []
  var isRecursive = false
  var cores: [Core]
  /// The compound operators, such as `UNION ALL`. Their number is one less than that of `cores`.
  var operators: [String] = []
  var order: [OrderTerm] = []
  var limit: Term?
  var offset: Term?
}

struct CommonTable: Hashable, Sendable {
  var name: String
  var columns: [String]
  /// `MATERIALIZED` or `NOT MATERIALIZED`.
  var hint: String?
  var query: Query
}

enum Core: Hashable, Sendable {
  case select(Select)
  case values([[Term]])
}

struct Select: Hashable, Sendable {
  var isDistinct = false
  var results: [ResultColumn]
  var sources: [Source] = []
  var filter: Term?
  var group: [Term] = []
  var having: Term?
  var windows: [NamedWindow] = []
}

struct NamedWindow: Hashable, Sendable {
  var name: String
  var window: Window
}

enum ResultColumn: Hashable, Sendable {
  case star
  case starOf(String)
  case term(Term, alias: String?)
}

struct Source: Hashable, Sendable {
  enum Content: Hashable, Sendable {
    case table(String)
    /// A common table.
    case local(String)
    case query(Query)
    case function(String, [Term])
  }

  /// `,`, `JOIN`, `LEFT JOIN` and so on. `nil` for the first source.
  var join: String?
  var content: Content
  var alias: String?
  var condition: Term?
  var using: [String] = []
}
