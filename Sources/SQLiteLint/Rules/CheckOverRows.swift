internal import Findings
internal import SQLiteSchema
internal import SQLiteSyntax

extension LintRule {
  /// Finds a CHECK that the old table does not have.
  static let checkOverRows = LintRule(
    "SL437", "CHECK over existing rows", "check-over-rows", .warning, isUpToPrograms: true
  ) { trace in
    trace.strictCopies.flatMap { rebuild, copy -> [LintFinding] in
      rebuild.new.checks.compactMap { check in
        let text = CanonicalPrinter.both(.unknown) { $0.write(check) }
        guard !rebuild.old.foldedChecks.contains(text.folded),
          !copy.isCertain(check, from: rebuild.old, to: rebuild.new),
          // A value that the copy computes may satisfy the CHECK.
          rebuild.new.columns.contains(where: {
            Tokenizer.tokens(of: text.text).mention($0.name) && copy.source(of: $0.name, in: rebuild.new) != nil
          }), !trace.isPrepared([], of: rebuild, before: copy.step)
        else { return nil }
        return LintFinding(
          copy.step, CheckOverRows(table: rebuild.old.name.text, check: text.text),
          object: rebuild.new.name)
      }
    }
  }
}

struct CheckOverRows: LintViolation {
  let table: String
  let check: String

  static var rule: LintRule { .checkOverRows }
  var message: String { "this fails if a row of \(table) violates CHECK (\(check)), which the old table does not have" }
  var help: Help { "UPDATE such rows before the copy so that they fit, or convert the values with CASE in the SELECT" }
}

extension Rebuild.Copy {
  /// Whether each copied row satisfies the check, because a column was never NULL or had fewer allowed values.
  fileprivate func isCertain(
    _ check: Expression, from old: SchemaState.Table, to new: SchemaState.Table
  ) -> Bool {
    switch check {
    case .isNull(.name(let parts), negated: true):
      guard parts.count == 1, let source = source(of: parts[0].identifier, in: new), let column = old.column(source)
      else {
        return false
      }
      return column.isNotNull || old.rowidAlias == source
    case .among(.name(let parts), let values, negated: false):
      guard parts.count == 1, let source = source(of: parts[0].identifier, in: new), let wanted = values.values
      else { return false }
      return old.checks.contains { former in
        guard case .among(.name(let name), let list, negated: false) = former, let allowed = list.values else {
          return false
        }
        return name.count == 1 && name[0].identifier == source && allowed.isSubset(of: wanted)
      }
    case .row(let parts): return parts.count == 1 && isCertain(parts[0], from: old, to: new)
    case .infix(let first, let others):
      let operands = [first] + others.map(\.operand)
      if others.allSatisfy({ $0.symbol.uppercasedASCII == "OR" }) {
        return operands.contains { isCertain($0, from: old, to: new) }
      }
      return others.allSatisfy { $0.symbol.uppercasedASCII == "AND" }
        && operands.allSatisfy { isCertain($0, from: old, to: new) }
    default: return false
    }
  }
}

extension Phrase {
  /// The literals of a list; `nil` if it contains anything else.
  fileprivate var values: Set<Expression>? {
    var values: Set<Expression> = []
    for piece in pieces {
      switch piece {
      case .word: break
      case .parenthesised(let inner):
        guard let others = inner.values else { return nil }
        values.formUnion(others)
      case .expression(.row(let parts)):
        values.formUnion(parts)
      case .expression(let value): values.insert(value)
      default: return nil
      }
    }
    let areLiterals = values.allSatisfy { value in
      switch value {
      case .string, .literal: true
      default: false
      }
    }
    return areLiterals ? values : nil
  }
}

extension SchemaState.Table {
  /// The CHECK constraints as text that does not depend on quotes and letter case.
  fileprivate var foldedChecks: Set<String> {
    Set(checks.map { check in CanonicalPrinter.both(.unknown) { $0.write(check) }.folded })
  }
}
