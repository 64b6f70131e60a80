import SQLiteSyntax

/// Random valid schemas.
struct SchemaGenerator {
  private var random: Randomness

  /// The schema for `seed`. The same seed always gives the same schema.
  static func schema(seed: Int) -> SchemaModel {
    var generator = SchemaGenerator(random: Randomness(seed: seed))
    return generator.schema()
  }

  private mutating func schema() -> SchemaModel {
    var schema = SchemaModel()
    var names = random.shuffled(Names.all)
    let tables = Array(names.prefix(1 + random.below(3)))
    names.removeFirst(tables.count)
    for name in tables {
      schema.tables.append(TableGenerator.table(name, others: tables + [names[0]], &random))
    }
    names.removeFirst()
    if random.chance(20), let name = names.first(where: { !["id", "title", "note"].contains($0) }) {
      names.removeAll { $0 == name }
      schema.virtualTables.append(virtualTable(name))
    }
    for _ in 0..<random.below(3) { schema.indexes.append(index(names.removeFirst(), random.pick(schema.tables))) }
    for _ in 0..<random.below(3) { schema.views.append(view(names.removeFirst(), schema)) }
    for _ in 0..<random.below(3) { schema.triggers.append(trigger(names.removeFirst(), schema)) }
    return schema
  }

  private mutating func virtualTable(_ name: String) -> VirtualTableModel {
    if random.chance(40) {
      return VirtualTableModel(
        name: name, module: random.pick(["rtree", "rtree_i32"]),
        arguments: [["id"], ["minX"], ["maxX"]] + (random.chance(50) ? [["+", "note"]] : []))
    }
    var arguments = [["title"], ["body"] + (random.chance(30) ? ["UNINDEXED"] : [])]
    if random.chance(50) {
      arguments.append(["tokenize", "=", random.pick(["'porter ascii'", "\"unicode61 remove_diacritics 2\""])])
    }
    if random.chance(40) { arguments.append(["prefix", "=", "'2 3'"]) }
    if random.chance(30) { arguments.append(["content", "=", "''"]) }
    return VirtualTableModel(name: name, module: "fts5", arguments: arguments)
  }

  private mutating func index(_ name: String, _ table: TableModel) -> IndexModel {
    let columns = table.columns.map { Term.column($0.name) }
    let terms = TermGenerator(columns: columns)
    var index = IndexModel(name: name, table: table.name, isUnique: random.chance(30), elements: [])
    for column in random.some(columns, atMost: 3) {
      // SQLite does not allow a bare literal as an element of an index, so an expression starts with a call.
      let term =
        random.chance(25) ? .call(Call(name: "ifnull", arguments: [column, terms.term(&random, depth: 2)])) : column
      index.elements.append(
        .init(
          term: term, collation: random.chance(25) ? random.pick(Names.collations) : nil,
          isDescending: random.chance(30)))
    }
    if random.chance(35) { index.filter = .binary(random.pick(columns), "IS NOT", terms.term(&random, depth: 2)) }
    return index
  }

  private mutating func view(_ name: String, _ schema: SchemaModel) -> ViewModel {
    var view = ViewModel(name: name, query: QueryGenerator(relations: relations(schema)).query(&random))
    if random.chance(30), case .select(let select) = view.query.cores[0] {
      let isCounted = select.results.allSatisfy { if case .term = $0 { true } else { false } }
      if isCounted { view.columns = Array(random.shuffled(Names.all).prefix(select.results.count)) }
    }
    return view
  }

  private func relations(_ schema: SchemaModel) -> [QueryGenerator.Relation] {
    schema.tables.map { .init(source: .table($0.name), columns: $0.columns.map(\.name)) }
      + schema.views.compactMap { view in
        view.knownColumns.map { .init(source: .table(view.name), columns: $0) }
      }
  }

  private mutating func trigger(_ name: String, _ schema: SchemaModel) -> TriggerModel {
    let table = random.pick(schema.tables)
    var trigger = TriggerModel(
      name: name, timing: random.pick(["BEFORE", "AFTER"]), event: random.pick(["INSERT", "UPDATE", "DELETE"]),
      table: table.name, body: [])
    var columns = table.columns.map(\.name)
    if let view = schema.views.first(where: { $0.knownColumns != nil }), random.chance(30) {
      trigger.timing = "INSTEAD OF"
      trigger.table = view.name
      columns = view.knownColumns ?? []
    }
    if trigger.event == "UPDATE", random.chance(50) { trigger.columns = random.some(columns, atMost: 2) }
    var rows: [Term] = []
    if trigger.event != "DELETE" { rows += columns.map { .qualified("NEW", isLocal: true, $0) } }
    if trigger.event != "INSERT" { rows += columns.map { .qualified("OLD", isLocal: true, $0) } }
    if random.chance(40) { trigger.condition = TermGenerator(columns: rows).term(&random, depth: 2) }
    trigger.body = (0...random.below(3)).map { _ in statement(rows, schema) }
    return trigger
  }

  private mutating func statement(_ rows: [Term], _ schema: SchemaModel) -> BodyStatement {
    let table = random.pick(schema.tables)
    let writable = table.columns.filter { $0.generated == nil }.map(\.name)
    let terms = TermGenerator(columns: rows)
    let queries = QueryGenerator(relations: relations(schema), outer: rows)
    let inside = TermGenerator(
      columns: rows + table.columns.map { .column($0.name) }, queries: { queries.small(&$0, $1) })
    switch random.below(5) {
    case 0:
      var select = Select(results: [.term(.raise(random.pick(["ABORT", "FAIL", "ROLLBACK"]), "no; way"), alias: nil)])
      if random.chance(20) { select.results = [.term(.raise("IGNORE", nil), alias: nil)] }
      select.filter = terms.term(&random, depth: 2)
      return .select(Query(cores: [.select(select)]))
    case 1:
      return .delete(table: table.name, filter: random.chance(80) ? inside.term(&random, depth: 2) : nil)
    case 2:
      var change = Change(
        conflict: random.chance(30) ? random.pick(Names.conflicts) : nil, table: table.name, assignments: [])
      change.assignments = assignments(writable, terms)
      if random.chance(30) {
        change.sources = [Source(content: .query(queries.small(&random, 1)), alias: "select q")]
      }
      if random.chance(70) { change.filter = inside.term(&random, depth: 1) }
      return .update(change)
    default:
      return .insert(insertion(table, writable, terms, queries))
    }
  }

  private mutating func assignments(_ columns: [String], _ terms: TermGenerator) -> [Assignment] {
    let chosen = random.some(columns, atMost: 2)
    if chosen.count == 2, random.chance(40) {
      return [Assignment(columns: chosen, value: .row(chosen.map { _ in terms.term(&random, depth: 1) }))]
    }
    return chosen.map { Assignment(columns: [$0], value: terms.term(&random, depth: 1)) }
  }

  private mutating func insertion(
    _ table: TableModel, _ writable: [String], _ terms: TermGenerator, _ queries: QueryGenerator
  ) -> Insertion {
    let columns = random.some(writable, atMost: 3)
    var insertion = Insertion(
      conflict: random.chance(30) ? random.pick(Names.conflicts) : nil, table: table.name, columns: columns,
      source: queries.small(&random, columns.count))
    switch random.below(4) {
    case 0:
      // Without a list of columns, every writable column gets a value. DEFAULT VALUES is not allowed in a trigger.
      insertion.columns = []
      insertion.source = Query(cores: [.values([writable.map { _ in terms.term(&random, depth: 1) }])])
    case 1: break
    default:
      insertion.source = Query(cores: [.values([columns.map { _ in terms.term(&random, depth: 1) }])])
      if random.chance(40) {
        insertion.upsert = Upsert(target: random.chance(70) ? [columns[0]] : [], assignments: [])
        if insertion.upsert?.target.isEmpty == false, random.chance(60) {
          insertion.upsert?.assignments = assignments(columns, terms)
          if random.chance(40) { insertion.upsert?.filter = terms.term(&random, depth: 1) }
        }
      }
    }
    return insertion
  }
}
