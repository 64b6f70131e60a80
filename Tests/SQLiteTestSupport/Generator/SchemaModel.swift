import SQLiteSyntax

/// A schema as a value, without layout. The writer renders it, and the edits change it.
struct SchemaModel: Hashable, Sendable {
  var tables: [TableModel] = []
  var virtualTables: [VirtualTableModel] = []
  var indexes: [IndexModel] = []
  var views: [ViewModel] = []
  var triggers: [TriggerModel] = []
}

struct TableModel: Hashable, Sendable {
  var name: String
  var columns: [ColumnModel]
  var primaryKey: PrimaryKeyModel?
  var uniques: [UniqueModel] = []
  var checks: [CheckModel] = []
  var foreignKeys: [ForeignKeyModel] = []
  var isStrict = false
  var isWithoutRowid = false
}

struct ColumnModel: Hashable, Sendable {
  struct NotNull: Hashable, Sendable {
    var name: String?
    var conflict: String?
  }

  struct Generated: Hashable, Sendable {
    var term: Term
    var isStored: Bool
  }

  enum Default: Hashable, Sendable {
    /// A literal or a signed number.
    case literal(Term)
    case expression(Term)
  }

  var name: String
  var type: String
  var notNull: NotNull?
  var defaultValue: Default?
  var collation: String?
  var generated: Generated?
}

/// A column of a key.
struct KeyColumn: Hashable, Sendable {
  var name: String
  var collation: String?
  var isDescending = false
}

struct PrimaryKeyModel: Hashable, Sendable {
  var name: String?
  var columns: [KeyColumn]
  var isAutoincrement = false
  var conflict: String?
}

struct UniqueModel: Hashable, Sendable {
  var name: String?
  var columns: [KeyColumn]
  var conflict: String?
}

struct CheckModel: Hashable, Sendable {
  var name: String?
  var term: Term
}

struct ForeignKeyModel: Hashable, Sendable {
  var name: String?
  var columns: [String]
  var parent: String
  var parentColumns: [String]
  var onDelete: String?
  var onUpdate: String?
  var match: String?
  var isDeferred = false
}

struct IndexModel: Hashable, Sendable {
  struct Element: Hashable, Sendable {
    var term: Term
    var collation: String?
    var isDescending = false
  }

  var name: String
  var table: String
  var isUnique = false
  var elements: [Element]
  var filter: Term?
}

struct ViewModel: Hashable, Sendable {
  var name: String
  var columns: [String] = []
  var query: Query

  /// The names that other statements can use, or `nil` if they come from `*` or from an expression without an alias.
  var knownColumns: [String]? {
    if !columns.isEmpty { return columns }
    guard case .select(let select) = query.cores[0] else { return nil }
    let names = select.results.map { result -> String? in
      if case .term(_, let alias?) = result { alias } else { nil }
    }
    return names.contains(nil) ? nil : names.compactMap(\.self)
  }
}

struct VirtualTableModel: Hashable, Sendable {
  var name: String
  var module: String
  /// Each argument as a list of words, of which `=` is one.
  var arguments: [[String]]
}

struct TriggerModel: Hashable, Sendable {
  var name: String
  /// `BEFORE`, `AFTER` or `INSTEAD OF`.
  var timing: String
  /// `INSERT`, `UPDATE` or `DELETE`.
  var event: String
  var columns: [String] = []
  var table: String
  var condition: Term?
  var body: [BodyStatement]
}

enum BodyStatement: Hashable, Sendable {
  case insert(Insertion)
  case update(Change)
  case delete(table: String, filter: Term?)
  case select(Query)
}

struct Insertion: Hashable, Sendable {
  var conflict: String?
  var table: String
  var columns: [String]
  var source: Query
  var upsert: Upsert?
}

struct Upsert: Hashable, Sendable {
  var target: [String]
  /// Empty for DO NOTHING.
  var assignments: [Assignment]
  var filter: Term?
}

struct Assignment: Hashable, Sendable {
  var columns: [String]
  var value: Term
}

struct Change: Hashable, Sendable {
  var conflict: String?
  var table: String
  var assignments: [Assignment]
  var sources: [Source] = []
  var filter: Term?
}
