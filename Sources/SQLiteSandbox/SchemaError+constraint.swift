internal import CSQLite

extension SchemaError {
  /// A constraint that a statement violates.
  public enum Constraint: Sendable, Hashable {
    case unique, notNull, check, foreignKey, other
  }

  /// The constraint that failed, by SQLite's extended result code; `nil` for any other error.
  /// https://www.sqlite.org/rescode.html#extrc
  public var constraint: Constraint? {
    guard case .sqlite(let code, _, _) = self, code & 0xFF == Int(SQLITE_CONSTRAINT) else { return nil }
    return switch code >> 8 {
    case 6, 8, 10: .unique  // SQLITE_CONSTRAINT_PRIMARYKEY, _UNIQUE, _ROWID
    case 5: .notNull
    case 1: .check
    case 3: .foreignKey
    default: .other
    }
  }

  /// Whether the error occurs only with foreign keys on: a foreign key is violated, or a statement that must check it finds
  /// no key of the parent. https://www.sqlite.org/foreignkeys.html#fk_indexes
  public var isOfForeignKeys: Bool {
    guard case .sqlite(_, let message, _) = self else { return false }
    return constraint == .foreignKey || message.hasPrefix("foreign key mismatch")
  }
}
