/// Parses CREATE TABLE.
extension Parser {
  /// https://www.sqlite.org/lang_createtable.html
  package mutating func createTable() throws(SyntaxError) -> TableStatement {
    try expect("CREATE")
    _ = take("TEMP") || take("TEMPORARY")
    try expect("TABLE")
    _ = take("IF", "NOT", "EXISTS")
    let name = try objectName()
    var columns: [TableStatement.Column] = []
    var constraints: [TableStatement.Constraint] = []
    try parenthesised { parser throws(SyntaxError) in
      columns.append(try parser.column())
      while parser.take(punctuation: ",") {
        if parser.atTableConstraint { break }
        columns.append(try parser.column())
      }
      // The commas between table constraints are optional: `tconscomma` in SQLite's `parse.y` may be empty.
      var lastName: Identifier?
      while parser.atTableConstraint {
        if let constraint = try parser.tableConstraint(after: &lastName) { constraints.append(constraint) }
        if parser.take(punctuation: ",") { lastName = nil }
      }
    }
    var isStrict = false
    var isWithoutRowid = false
    while current != nil, !at(punctuation: ";") {
      if take("STRICT") {
        isStrict = true
      } else if take("WITHOUT", "ROWID") {
        isWithoutRowid = true
      } else {
        throw failure("STRICT or WITHOUT ROWID")
      }
      _ = take(punctuation: ",")
    }
    try expectEnd()
    return TableStatement(
      name: name, columns: columns, constraints: constraints, isStrict: isStrict, isWithoutRowid: isWithoutRowid
    ).withDeferrals
  }

  /// Whether a keyword of a table constraint follows. A column named after such a keyword is quoted, so that it does
  /// not match.
  private var atTableConstraint: Bool {
    at("CONSTRAINT") || at("PRIMARY") || at("UNIQUE") || at("CHECK") || at("FOREIGN")
  }

  mutating func column() throws(SyntaxError) -> TableStatement.Column {
    let name = try declaredName()
    var column = TableStatement.Column(name: name, type: try typeName() ?? "")
    var lastName: Identifier?
    while let constraint = try columnConstraint(after: &lastName) { column.constraints.append(constraint) }
    return column
  }

  /// A declared type in upper case, such as `VARCHAR(10)` or `DOUBLE PRECISION`; `nil` if there is none.
  ///
  /// https://www.sqlite.org/syntax/type-name.html
  mutating func typeName() throws(SyntaxError) -> String? {
    var words: [String] = []
    while atName(), !(at("GENERATED") && at("ALWAYS", ahead: 1) && at("AS", ahead: 2)) {
      words.append(try declaredName().text.uppercasedASCII)
    }
    guard !words.isEmpty else { return nil }
    var type = words.map(Self.typeWord).joined(separator: " ")
    if take(punctuation: "(") {
      var arguments: [String] = []
      repeat {
        var argument = ""
        while let token = current, !token.isPunctuation(","), !token.isPunctuation(")") {
          argument += token.text
          advance()
        }
        arguments.append(argument.uppercasedASCII)
      } while take(punctuation: ",")
      try expect(punctuation: ")")
      type += "(" + arguments.joined(separator: ", ") + ")"
    }
    return type
  }

  /// A word of a type as SQL text. The word stays unquoted if possible, because SQLite reads only A from `"A" B`.
  package static func typeWord(_ word: String) -> String {
    let isPlain =
      word.utf8.first.map { $0 > 0x39 } ?? false
      && word.utf8.allSatisfy {
        ($0 >= 0x41 && $0 <= 0x5A) || ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x5F || $0 == 0x24 || $0 >= 0x80
      }
    return isPlain && !Keyword.isReserved(word) ? word : Keyword.quoteAlways(word)
  }
}

extension TableStatement {
  /// The statement with every deferral in the foreign key that it applies to. SQLite applies a DEFERRABLE that follows
  /// anything else to the table's last foreign key (`sqlite3DeferForeignKey`).
  fileprivate var withDeferrals: TableStatement {
    var columns = columns
    var last: (column: Int, constraint: Int)?
    for column in columns.indices {
      for index in columns[column].constraints.indices {
        switch columns[column].constraints[index].rule {
        case .foreignKey: last = (column, index)
        case .deferral(let isDeferred):
          guard let last else { continue }
          let constraint = columns[last.column].constraints[last.constraint]
          guard case .foreignKey(let names, var clause) = constraint.rule else { continue }
          clause.isDeferred = isDeferred
          columns[last.column].constraints[last.constraint] = Constraint(
            name: constraint.name, rule: .foreignKey(columns: names, clause))
        // No `default`, here and in the other readers of rules: a rule that the parser learns must not be skipped.
        case .primaryKey, .unique, .check, .notNull, .null, .defaultValue, .collate, .generated: continue
        }
      }
    }
    return TableStatement(
      name: name, columns: columns, constraints: constraints, isStrict: isStrict, isWithoutRowid: isWithoutRowid)
  }
}
