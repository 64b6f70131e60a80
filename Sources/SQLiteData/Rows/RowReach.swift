internal import SQLiteSyntax

/// The tables whose columns the expressions of a statement can name.
struct RowReach {
  let tables: [(id: Int, alias: Identifier?, table: RowLineage.Table)]

  /// A column of one of the tables, by its name.
  struct Place: Hashable {
    let table: Int
    let column: Identifier
  }

  /// The column, if `expression` is a plain column; otherwise `nil`.
  func column(_ expression: Expression) -> Place? {
    switch expression {
    case .name(let parts): place(of: parts)
    case .collate(let inner, _): column(inner)
    default: nil
    }
  }

  private func place(of parts: [Name]) -> Place? {
    guard let last = parts.last else { return nil }
    let key = last.identifier
    let qualifier = parts.dropLast().last?.identifier
    for (id, alias, table) in tables {
      if let qualifier, qualifier != (alias ?? table.name) { continue }
      if table.index(of: key) != nil { return Place(table: id, column: key) }
    }
    return nil
  }

  /// The columns in `expression`, and the strings that are written as `"x"`.
  func columns(in expression: Expression) -> (columns: [Place], strings: [String]) {
    var columns: [Place] = []
    var strings: [String] = []
    expression.visitNames { parts, isInQuery in
      if let place = place(of: parts) {
        columns.append(place)
      } else if !isInQuery, parts.count == 1, parts[0].isDoubleQuoted {
        strings.append(parts[0].text)
      }
    }
    return (columns, strings)
  }

  /// The columns whose values can be a part of the value of `expression`, each once. Conditions of CASE and queries are
  /// left out.
  func valueColumns(in expression: Expression) -> [Place] {
    var columns: [Place] = []
    expression.visitValueNames { parts in
      if let place = place(of: parts), !columns.contains(place) { columns.append(place) }
    }
    return columns
  }

  /// The strings, each with the result of whether it was meant as a name when it was written to `column`.
  func quoted(_ strings: [String], for column: Identifier) -> [RowLineage.QuotedString] {
    let names = tables.flatMap { $0.table.columns.map(\.name) }
    return strings.map { text in
      let key = text.identifier
      let isName = key == column || text.utf8.count > 3 && names.contains { $0.folded.isSimilar(to: key.folded) }
      return RowLineage.QuotedString(text: text, isMeantAsName: isName)
    }
  }
}

extension String {
  /// Whether the two texts differ by at most one typing error: an additional, a missing or a different letter, or two
  /// swapped letters.
  fileprivate func isSimilar(to other: String) -> Bool {
    let (one, two) = (Array(utf8), Array(other.utf8))
    let head = zip(one, two).prefix { $0 == $1 }.count
    let tail = zip(one.dropFirst(head).reversed(), two.dropFirst(head).reversed()).prefix { $0 == $1 }.count
    let (left, right) = (one.dropFirst(head).dropLast(tail), two.dropFirst(head).dropLast(tail))
    return left.count <= 1 && right.count <= 1 || left.count == 2 && left.elementsEqual(right.reversed())
  }
}

extension Expression {
  /// Calls `visit` with each name, and whether it is part of a query within the expression.
  func visitNames(isInQuery: Bool = false, _ visit: ([Name], Bool) -> Void) {
    switch self {
    case .name(let parts): visit(parts, isInQuery)
    case .literal, .string, .parameter, .raise: break
    case .prefix(_, let operand), .collate(let operand, _), .isNull(let operand, _), .cast(let operand, _):
      operand.visitNames(isInQuery: isInQuery, visit)
    case .infix(let first, let rest):
      for operand in [first] + rest.map(\.operand) { operand.visitNames(isInQuery: isInQuery, visit) }
    case .like(let operand, _, let pattern, let escape, _):
      for part in [operand, pattern, escape] { part?.visitNames(isInQuery: isInQuery, visit) }
    case .between(let operand, let low, let high, _):
      for part in [operand, low, high] { part.visitNames(isInQuery: isInQuery, visit) }
    case .among(let operand, let target, _):
      operand.visitNames(isInQuery: isInQuery, visit)
      target.visitNames(isInQuery: true, visit)
    case .call(let call):
      call.arguments.visitNames(isInQuery: isInQuery, visit)
      call.suffix.visitNames(isInQuery: isInQuery, visit)
    case .choice(let base, let branches, let otherwise):
      base?.visitNames(isInQuery: isInQuery, visit)
      for branch in branches {
        branch.when.visitNames(isInQuery: isInQuery, visit)
        branch.then.visitNames(isInQuery: isInQuery, visit)
      }
      otherwise?.visitNames(isInQuery: isInQuery, visit)
    case .exists(let query), .subquery(let query): query.visitNames(isInQuery: true, visit)
    case .row(let elements): for element in elements { element.visitNames(isInQuery: isInQuery, visit) }
    }
  }
}

extension Expression {
  /// Calls `visit` with each name whose value can be a part of the result.
  fileprivate func visitValueNames(_ visit: ([Name]) -> Void) {
    switch self {
    case .name(let parts): visit(parts)
    case .prefix(_, let operand), .collate(let operand, _), .cast(let operand, _): operand.visitValueNames(visit)
    case .infix(let first, let rest):
      for operand in [first] + rest.map(\.operand) { operand.visitValueNames(visit) }
    case .call(let call):
      call.arguments.visitNames(isInQuery: false) { parts, isInQuery in if !isInQuery { visit(parts) } }
    case .choice(_, let branches, let otherwise):
      for branch in branches { branch.then.visitValueNames(visit) }
      otherwise?.visitValueNames(visit)
    case .row(let elements): for element in elements { element.visitValueNames(visit) }
    case .literal, .string, .parameter, .raise, .isNull, .like, .between, .among, .exists, .subquery: break
    }
  }
}

extension Phrase {
  fileprivate func visitNames(isInQuery: Bool, _ visit: ([Name], Bool) -> Void) {
    for piece in pieces {
      switch piece {
      case .expression(let expression): expression.visitNames(isInQuery: isInQuery, visit)
      case .parenthesised(let inner), .reaching(_, let inner): inner.visitNames(isInQuery: isInQuery, visit)
      case .inFrom(let inner): inner.visitNames(isInQuery: true, visit)
      case .word, .name, .wholeRow, .tableFunction: break
      }
    }
  }
}
