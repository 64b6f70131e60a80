internal import GRDB
internal import SQLiteSyntax

/// The parsed condition of an ``Assumption``.
struct AssumedCondition {
  enum Form {
    /// An expression on the columns of one row.
    case expression(Expression)
    /// The columns that no two rows have in common.
    case unique([Identifier])
    /// Columns that refer to another table. `key` is empty for its primary key.
    case reference([Identifier], parent: Identifier, key: [Identifier])
  }

  let assumption: Assumption
  let form: Form

  /// Returns `nil` if the condition has none of the three forms.
  init?(_ assumption: Assumption) {
    self.assumption = assumption
    guard !Tokenizer.tokens(of: assumption.condition).contains(where: { $0.kind == .parameter }) else { return nil }
    var parser = Parser(assumption.condition)
    if parser.at("UNIQUE") || parser.at("FOREIGN") {
      guard let form = Self.constraint(assumption.condition) else { return nil }
      self.form = form
    } else {
      guard let expression = try? parser.expression(), parser.current == nil else { return nil }
      form = .expression(expression)
    }
  }

  private static func constraint(_ sql: String) -> Form? {
    var parser = Parser("CREATE TABLE assumption (assumed, \(sql)\n)")
    guard let statement = try? parser.createTable(), statement.columns.count == 1, statement.constraints.count == 1
    else { return nil }
    switch statement.constraints[0].rule {
    case .unique(let columns, _):
      let names = columns.compactMap { column -> Identifier? in
        if case .name(let parts) = column.expression, parts.count == 1 { parts[0].identifier } else { nil }
      }
      return names.count == columns.count ? .unique(names) : nil
    case .foreignKey(let columns, let clause):
      return .reference(columns, parent: clause.table, key: clause.columns)
    default: return nil
    }
  }

  /// Whether no row satisfies the condition: `FALSE` or `0`.
  var isNever: Bool {
    if case .expression(let expression) = form { expression.constant(nil)?.number == 0 } else { false }
  }

  /// The condition that a row violates an expression, as SQL. The line break ends a comment.
  var violation: String { "NOT (\(assumption.condition)\n)" }

  /// Whether the names in the condition are columns of a table.
  ///
  /// SQLite reads `"created"` as a string if there is no such column. Here it is a missing column, because a string would
  /// make the condition mean something else in each version.
  func names(only columns: [Identifier]) -> Bool {
    let known = Set(columns)
    switch form {
    case .expression(let expression):
      return expression.names.allSatisfy { !$0.isDoubleQuoted || known.contains($0.identifier) }
    case .unique(let names), .reference(let names, _, _):
      return names.allSatisfy { known.contains($0) }
    }
  }
}
