internal import Findings
internal import SQLiteSyntax

extension LintRule {
  /// Finds a column that the old and the new table have, and that the copy omits.
  static let columnNotCopied = LintRule("SL416", "Column not copied", "column-not-copied", .error, isAboutRows: true) {
    trace in
    trace.keysLeftBehind
      + trace.rebuilds.flatMap { rebuild -> [LintFinding] in
        guard let copy = rebuild.copies.first, let columns = copy.insertion.columns else { return [] }
        return rebuild.old.storedColumns.compactMap { column in
          guard let new = rebuild.new.column(column.name), !new.isGenerated,
            !rebuild.copies.contains(where: {
              $0.insertion.columns?.contains { $0 == column.name } ?? true
            }),
            !copy.step.tokens.mentionAsValue(column.name), !trace.sets(column.name, after: copy.step),
            !(rebuild.old.rowidAlias == column.name
              && columns.contains { ["rowid", "_rowid_", "oid"].contains($0) })
          else { return nil }
          // SQLite assigns an INTEGER PRIMARY KEY. New keys matter only to rows that refer to the old ones.
          if rebuild.new.rowidAlias == column.name {
            return trace.referrer(to: column.name, of: rebuild.old).map { referrer in
              LintFinding(
                copy.step, KeyNotCopied(column: column.name.text, referrer: referrer.text),
                object: rebuild.new.name, column: column.name)
            }
          }
          return LintFinding(
            copy.step,
            ColumnNotCopied(column: column.name.text, hasDefault: new.defaultValue != nil),
            object: rebuild.new.name, column: column.name)
        }
      }
  }
}

struct ColumnNotCopied: LintViolation {
  let column: String
  let hasDefault: Bool

  static var rule: LintRule { .columnNotCopied }
  var message: String { "the copy leaves out \(column): every row gets \(hasDefault ? "its default" : "NULL") instead" }
  var help: Help { "add \(Keyword.quote(column)) to the columns of the INSERT and of the SELECT" }
}

/// An INTEGER PRIMARY KEY to which the rows of `referrer` refer.
struct KeyNotCopied: LintViolation {
  let column: String
  let referrer: String

  static var rule: LintRule { .columnNotCopied }
  var message: String {
    "the copy leaves out \(column): rows get new keys, and rows of \(referrer) refer to the old ones"
  }
  var help: Help { "add \(Keyword.quote(column)) to the columns of the INSERT and of the SELECT" }
}

extension ScriptTrace {
  /// Copies that leave out the INTEGER PRIMARY KEY, into a table of another name, from one that is dropped afterwards.
  fileprivate var keysLeftBehind: [LintFinding] {
    steps.compactMap { step in
      guard step.hasRun, case .insert(let insertion) = step.action, let columns = insertion.columns,
        case .new(let creation)? = step.identity(insertion.table),
        !rebuilds.contains(where: { $0.creation.index == creation }),
        let source = insertion.source, source.grouping.isEmpty,
        !step.tokens.contains(where: { $0.isKeyword("DISTINCT") }),
        let key = step.before.table(insertion.table)?.rowidAlias,
        !columns.contains(where: { [key, "rowid", "_rowid_", "oid"].contains($0) }),
        !source.results.contains(where: { $0.tokens.mention(key) })
      else { return nil }
      for case .old(let name)? in source.tables.map(step.identity) where !unreleased.contains(name) {
        guard let old = users.tables[name], old.rowidAlias == key, !keepsRows(old),
          let referrer = referrer(to: key, of: old)
        else { continue }
        return LintFinding(
          step, KeyNotCopied(column: key.text, referrer: referrer.text), object: insertion.table, column: key)
      }
      return nil
    }
  }

  /// The table whose rows refer to the key of `table`, by a foreign key, by the rowid of a full-text index, or by a
  /// column that is named after the table or the key; `nil` if there is none.
  fileprivate func referrer(to key: Identifier, of table: SchemaState.Table) -> Identifier? {
    let name = table.name
    let word = name.folded
    var forms = [word]
    if word.hasSuffix("s") { forms.append(String(word.dropLast())) }
    if word.hasSuffix("es") { forms.append(String(word.dropLast(2))) }
    if word.hasSuffix("ies") { forms.append(word.dropLast(3) + "y") }
    // Beside a key `seq`, `node_id` refers to the column `id`.
    let isID = key == "id" || table.column("id") == nil
    var columns = isID ? Set(forms.flatMap { [Identifier($0 + "_id"), Identifier($0 + "id")] }) : []
    if !["id", "rowid", "key", "pk", "uid", "no", "nr"].contains(key) { columns.insert(key) }
    let isNamedAfterTable = forms.contains { key.folded.hasPrefix($0) }
    for other in start.sortedTables where !other.isTemporary && !other.name.isReserved && keepsRows(other) {
      let refers = other.foreignKeys.contains { reference in
        reference.clause.table == name
          && (reference.clause.columns.isEmpty ? table.primaryKey ?? [] : reference.clause.columns)
            .contains { $0 == key }
      }
      let isImplied = other.columns.contains { column in
        other.name == name
          ? ["parent_id", "parentid"].contains(column.name)
          // In a schema whose tables all have a key `seq`, that of another table does not refer to this one.
          : columns.contains(column.name) && (column.name != key || other.primaryKey != [key] || isNamedAfterTable)
      }
      if refers || isImplied || other.virtual?.content == name { return other.name }
    }
    return nil
  }

  /// Whether rows of a table from before the script are there after it, in the same table or in a rebuilt one.
  private func keepsRows(_ table: SchemaState.Table) -> Bool {
    let key = table.name
    return identities.values.contains(.old(key))
      || rebuilds.contains { $0.old.name == key && !$0.copies.isEmpty }
  }

  /// Whether a later statement writes values to the column.
  fileprivate func sets(_ column: Identifier, after step: Step) -> Bool {
    steps(after: step.index).contains { later in
      switch later.action {
      case .update(let update): update.sets(column)
      case .insert(let insertion): insertion.columns?.contains { $0 == column } ?? false
      default: false
      }
    }
  }
}
