/// A migration that the sources of an app register with GRDB's `DatabaseMigrator`.
public struct RegisteredMigration: Sendable, Hashable {
  /// How foreign keys are checked:
  /// https://swiftpackageindex.com/groue/grdb.swift/documentation/grdb/databasemigrator/foreignkeychecks
  public enum ForeignKeyChecks: Sendable, Hashable {
    /// They are not enforced while the migration runs, and checked at its end.
    case deferred
    /// They are enforced while the migration runs.
    case immediate
    /// They are neither enforced nor checked.
    case disabled
  }

  /// The identifier that a database records.
  public let identifier: String
  /// The place of the call of `registerMigration`.
  public let place: SourceLocation
  /// The place at which the body begins. The lines of ``steps`` are of this file.
  public let body: SourceLocation
  /// The text of the body, and of the functions that it calls.
  public let source: String
  /// What the body does, in order.
  public let steps: [MigratorStep]
  /// How foreign keys are checked.
  public let foreignKeyChecks: ForeignKeyChecks
}

/// A statement of a migration's body.
public enum MigratorStep: Sendable, Hashable {
  /// A chain of calls whose first one is a method of `Database`, as `create(table:)`, with arguments that the sources determine.
  case calls([MigratorCall], line: Int)
  /// Any other Swift code, with its beginning and its tokens. What it does is not known.
  case code(String, tokens: String, line: Int)

  /// The line, from 1.
  public var line: Int {
    switch self {
    case .calls(_, let line), .code(_, _, let line): line
    }
  }
}

/// A call of a method.
public struct MigratorCall: Sendable, Hashable {
  /// The name of the method. An assignment `t.tokenizer = .porter()` is a call of `tokenizer=`.
  public let name: String
  /// The arguments in their order.
  public let arguments: [MigratorArgument]
  /// The chains of calls in the closure that follows; `nil` without one.
  public let body: [[MigratorCall]]?

  /// Creates a call.
  public init(_ name: String, _ arguments: [MigratorArgument], body: [[MigratorCall]]? = nil) {
    (self.name, self.arguments, self.body) = (name, arguments, body)
  }
}

/// An argument of a call.
public struct MigratorArgument: Sendable, Hashable {
  /// The label; `nil` without one.
  public let label: String?
  /// The value.
  public let value: MigratorValue

  /// Creates an argument.
  public init(_ label: String?, _ value: MigratorValue) { (self.label, self.value) = (label, value) }
}

/// A value that the sources determine.
public indirect enum MigratorValue: Sendable, Hashable {
  case string(String)
  case integer(Int)
  case real(Double)
  case boolean(Bool)
  case null
  case array([MigratorValue])
  /// A column or a case of an enumeration, by its `name` or `rawValue`.
  case named(String)
  /// `.cascade`, `FTS5()`, `.unicode61(removeDiacritics: .keep)`: the last name, and the arguments of a call.
  case member(String, [MigratorArgument])
}

/// A function that registers migrations.
public struct MigratorPlace: Sendable, Hashable {
  /// `Type.name`
  public let name: String
  /// Where it begins.
  public let location: SourceLocation
}

/// Why the migrations of a migrator cannot be read: their order or their identifiers would be a guess.
public enum MigratorProblem: Error, Sendable, Hashable {
  /// No file registers a migration.
  case none
  /// Several functions register migrations, and none calls the others.
  case several([MigratorPlace])
  /// The sources do not determine what is registered here. The reason is a clause without a full stop.
  case unclear(SourceLocation, reason: String)
  /// A file that registers migrations cannot be parsed.
  case unreadable(SourceLocation)
  /// The migrator deletes the database if the schema has changed.
  case erases(SourceLocation)
}
