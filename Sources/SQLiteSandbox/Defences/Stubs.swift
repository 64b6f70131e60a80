internal import CSQLite
internal import Foundation
internal import GRDB
public import SQLiteSyntax

/// Minimal replacements for functions and collations that only the application registers.
///
/// A schema that uses such a function or collation in a CHECK, an index or a generated column cannot be created without
/// it.
public struct Stubs: Sendable, Hashable {
  /// The result of a function, for any number of arguments.
  public enum Answer: Sendable, Hashable {
    /// The function's first argument; NULL if there is none.
    case firstArgument
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
  }

  /// The results of the functions by name.
  public var functions: [Identifier: Answer]
  /// The names of the collations. Each compares bytes, as BINARY does.
  public var collations: Set<Identifier>

  /// Creates stubs from their names.
  public init(functions: [Identifier: Answer] = [:], collations: Set<Identifier> = []) {
    self.functions = functions
    self.collations = collations
  }

  /// Whether there are no stubs.
  public var isEmpty: Bool { functions.isEmpty && collations.isEmpty }

  /// A text that is equal for equal stubs and different for different ones.
  public var identity: String {
    let answers = functions.sorted { $0.key < $1.key }.map { "\($0.key.text.debugDescription) \($0.value)" }
    return (answers + collations.sorted().map(\.text.debugDescription)).joined(separator: "\n")
  }

  func install(on db: GRDB.Database) {
    for (name, answer) in functions { Self.install(function: name.text, answer, on: db) }
    for name in collations {
      db.add(
        collation: DatabaseCollation(name.text) { one, other in
          // GRDB passes strings; SQLite compares their bytes.
          let (one, other) = (Array(one.utf8), Array(other.utf8))
          if one == other { return .orderedSame }
          return one.lexicographicallyPrecedes(other) ? .orderedAscending : .orderedDescending
        })
    }
  }

  /// Registers a function. It is deterministic, as indexes and generated columns require, and innocuous, so that a
  /// trigger may use it.
  private static func install(function name: String, _ answer: Answer, on db: GRDB.Database) {
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS
    sqlite3_create_function_v2(
      db.sqliteConnection, name, -1, flags, Unmanaged.passRetained(Constant(answer)).toOpaque(),
      { context, count, arguments in
        guard let data = sqlite3_user_data(context) else { return }
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        switch Unmanaged<Constant>.fromOpaque(data).takeUnretainedValue().answer {
        case .firstArgument where count > 0: sqlite3_result_value(context, arguments?[0])
        case .firstArgument, .null: sqlite3_result_null(context)
        case .integer(let value): sqlite3_result_int64(context, value)
        case .real(let value): sqlite3_result_double(context, value)
        case .text(let value): sqlite3_result_text(context, value, -1, transient)
        }
      }, nil, nil,
      { data in if let data { Unmanaged<Constant>.fromOpaque(data).release() } })
  }

  private final class Constant {
    let answer: Answer
    init(_ answer: Answer) { self.answer = answer }
  }
}
