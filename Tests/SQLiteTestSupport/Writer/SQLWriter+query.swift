extension SQLWriter {
  mutating func write(_ query: Query) {
    if !query.commonTables.isEmpty {
      words(query.isRecursive ? "WITH RECURSIVE" : "WITH")
      list(query.commonTables) { writer, table in
        writer.put(writer.layout.quoted(table.name))
        writer.parenthesised { $0.list(table.columns) { $0.put($0.layout.quoted($1)) } }
        writer.words("AS" + (table.hint.map { " " + $0 } ?? ""))
        writer.parenthesised { $0.write(table.query) }
      }
    }
    for (index, core) in query.cores.enumerated() {
      if index > 0 { words(query.operators[index - 1]) }
      write(core)
    }
    write(order: query.order)
    guard let limit = query.limit else { return }
    words("LIMIT")
    if let offset = query.offset, layout.chance(50) {
      write(offset)
      put(",")
      write(limit)
    } else {
      write(limit)
      if let offset = query.offset {
        words("OFFSET")
        write(offset)
      }
    }
  }

  private mutating func write(_ core: Core) {
    switch core {
    case .values(let rows):
      words("VALUES")
      list(rows) { writer, row in writer.parenthesised { $0.list(row) { $0.write($1) } } }
    case .select(let select): write(select)
    }
  }

  private mutating func write(_ select: Select) {
    words("SELECT")
    if select.isDistinct { words("DISTINCT") } else if layout.chance(10) { words("ALL") }
    list(select.results) { writer, result in
      switch result {
      case .star: writer.put("*")
      case .starOf(let alias):
        writer.local(alias)
        writer.put(".")
        writer.put("*")
      case .term(let term, let alias):
        writer.write(term)
        guard let alias else { return }
        let isShort = writer.layout.chance(30)
        if !isShort { writer.words("AS") }
        writer.put(writer.layout.quoted(alias, allowingString: !isShort))
      }
    }
    if !select.sources.isEmpty {
      words("FROM")
      write(sources: select.sources)
    }
    write("WHERE", select.filter)
    if !select.group.isEmpty {
      words("GROUP BY")
      list(select.group) { $0.write($1) }
    }
    write("HAVING", select.having)
    if !select.windows.isEmpty {
      words("WINDOW")
      list(select.windows) { writer, window in
        // SQLite compares the names of windows including their quotes.
        writer.put("\"\(window.name)\"")
        writer.words("AS")
        writer.parenthesised { $0.write(window.window) }
      }
    }
  }

  mutating func write(_ keyword: String, _ condition: Term?) {
    guard let condition else { return }
    words(keyword)
    write(condition)
  }

  mutating func write(sources: [Source]) {
    for source in sources {
      switch source.join {
      case nil: break
      case ",": put(",")
      case "JOIN": words(layout.pick(["JOIN", "JOIN", "INNER JOIN"]))
      case "LEFT JOIN": words(layout.pick(["LEFT JOIN", "LEFT OUTER JOIN"]))
      case "FULL JOIN": words(layout.pick(["FULL JOIN", "FULL OUTER JOIN"]))
      case let join?: words(join)
      }
      switch source.content {
      case .table(let name): refer(name)
      case .local(let name): local(name)
      case .query(let query): parenthesised { $0.write(query) }
      case .function(let name, let arguments):
        put(name)
        parenthesised { $0.list(arguments) { $0.write($1) } }
      }
      if let alias = source.alias {
        if !layout.chance(30) { words("AS") }
        put(layout.quoted(alias))
      }
      write("ON", source.condition)
      if !source.using.isEmpty {
        words("USING")
        parenthesised { $0.list(source.using) { $0.refer($1) } }
      }
    }
  }

  mutating func write(order: [OrderTerm]) {
    guard !order.isEmpty else { return }
    words("ORDER BY")
    list(order) { writer, element in
      writer.write(element.term)
      if element.isDescending { writer.words("DESC") } else if writer.layout.chance(30) { writer.words("ASC") }
      if let nulls = element.nulls { writer.words("NULLS " + nulls) }
    }
  }

  mutating func write(_ window: Window) {
    if let base = window.base { local(base) }
    if !window.partition.isEmpty {
      words("PARTITION BY")
      list(window.partition) { $0.write($1) }
    }
    write(order: window.order)
    guard let frame = window.frame else { return }
    words(frame.unit)
    if let end = frame.end {
      words("BETWEEN " + frame.start + " AND " + end)
    } else {
      words(frame.start)
    }
    if let exclude = frame.exclude { words("EXCLUDE " + exclude) }
  }
}
