import SQLiteSyntax

/// Indexes, views, triggers and virtual tables.
extension SQLWriter {
  private mutating func create(_ what: String, _ name: String) {
    words("CREATE " + what)
    if layout.chance(20) { words("IF NOT EXISTS") }
    declare(name)
  }

  mutating func write(_ index: IndexModel) {
    create(index.isUnique ? "UNIQUE INDEX" : "INDEX", index.name)
    words("ON")
    refer(index.table)
    parenthesised {
      $0.list(index.elements) { writer, element in
        writer.write(element.term, 12)
        if let collation = element.collation {
          writer.words("COLLATE")
          writer.put(writer.layout.flipped(collation))
        }
        if element.isDescending { writer.words("DESC") } else if writer.layout.chance(20) { writer.words("ASC") }
      }
    }
    write("WHERE", index.filter)
  }

  mutating func write(_ view: ViewModel) {
    create("VIEW", view.name)
    if !view.columns.isEmpty { parenthesised { $0.list(view.columns) { $0.declare($1) } } }
    words("AS")
    write(view.query)
  }

  /// SQLite passes the arguments to the module as they are written, including comments, so only spaces are varied.
  mutating func write(_ table: VirtualTableModel) {
    create("VIRTUAL TABLE", table.name)
    words("USING")
    put(layout.flipped(table.module))
    let wide = layout.chance(50)
    let arguments = table.arguments.map { words in
      words.reduce(into: "") { text, word in
        let tight = !wide && (word == "=" || text.hasSuffix("="))
        text += (text.isEmpty || text == "+" || tight ? "" : " ") + word
      }
    }
    put("(" + arguments.joined(separator: wide ? " ,\n  " : ", ") + ")")
  }

  mutating func write(_ trigger: TriggerModel) {
    create("TRIGGER", trigger.name)
    if trigger.timing != "BEFORE" || !layout.chance(50) { words(trigger.timing) }
    words(trigger.event)
    if !trigger.columns.isEmpty {
      words("OF")
      list(trigger.columns) { $0.refer($1) }
    }
    words("ON")
    refer(trigger.table)
    if layout.chance(50) { words("FOR EACH ROW") }
    write("WHEN", trigger.condition)
    words("BEGIN")
    for statement in trigger.body {
      write(statement)
      put(";")
    }
    words("END")
  }

  private mutating func write(_ statement: BodyStatement) {
    switch statement {
    case .select(let query): write(query)
    case .delete(let table, let filter):
      words("DELETE FROM")
      refer(table)
      write("WHERE", filter)
    case .update(let change):
      words("UPDATE")
      or(change.conflict)
      refer(change.table)
      words("SET")
      write(assignments: change.assignments)
      if !change.sources.isEmpty {
        words("FROM")
        write(sources: change.sources)
      }
      write("WHERE", change.filter)
    case .insert(let insertion): write(insertion)
    }
  }

  private mutating func or(_ conflict: String?) {
    if let conflict { words("OR " + conflict) }
  }

  private mutating func write(assignments: [Assignment]) {
    list(assignments) { writer, assignment in
      if assignment.columns.count == 1 {
        writer.refer(assignment.columns[0])
      } else {
        writer.parenthesised { $0.list(assignment.columns) { $0.refer($1) } }
      }
      writer.put("=")
      writer.write(assignment.value)
    }
  }

  private mutating func write(_ insertion: Insertion) {
    if insertion.conflict == "REPLACE", layout.chance(50) {
      words("REPLACE")
    } else {
      words("INSERT")
      or(insertion.conflict)
    }
    words("INTO")
    refer(insertion.table)
    if !insertion.columns.isEmpty { parenthesised { $0.list(insertion.columns) { $0.refer($1) } } }
    write(insertion.source)
    guard let upsert = insertion.upsert else { return }
    words("ON CONFLICT")
    if !upsert.target.isEmpty { parenthesised { $0.list(upsert.target) { $0.refer($1) } } }
    words("DO")
    if upsert.assignments.isEmpty {
      words("NOTHING")
    } else {
      words("UPDATE SET")
      write(assignments: upsert.assignments)
      write("WHERE", upsert.filter)
    }
  }
}
