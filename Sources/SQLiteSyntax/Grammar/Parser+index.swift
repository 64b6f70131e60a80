/// Parses CREATE INDEX, and lists of indexed columns, which keys have too.
extension Parser {
  mutating func indexedColumns() throws(SyntaxError) -> [IndexedColumn] {
    try list { parser throws(SyntaxError) -> IndexedColumn in
      var expression = try parser.expression()
      var collation: Identifier?
      // `a COLLATE x` parses as one expression, which means the same as the COLLATE of an indexed column.
      if case .collate(let operand, let name) = expression {
        expression = operand
        collation = name
      }
      // A lone string is the name of a column here (`sqlite3StringToId`).
      if case .string(let text) = expression { expression = .name([Name(Identifier(text))]) }
      let isDescending = parser.take("DESC")
      if !isDescending { _ = parser.take("ASC") }
      return IndexedColumn(expression: expression, collation: collation, isDescending: isDescending)
    }
  }

  /// https://www.sqlite.org/lang_createindex.html
  package mutating func createIndex() throws(SyntaxError) -> IndexStatement {
    try expect("CREATE")
    let isUnique = take("UNIQUE")
    try expect("INDEX")
    _ = take("IF", "NOT", "EXISTS")
    let name = try objectName()
    try expect("ON")
    let table = try declaredName()
    let columns = try parenthesised { parser throws(SyntaxError) in try parser.indexedColumns() }
    let condition = take("WHERE") ? try expression() : nil
    try expectEnd()
    return IndexStatement(name: name, table: table, isUnique: isUnique, columns: columns, condition: condition)
  }
}
