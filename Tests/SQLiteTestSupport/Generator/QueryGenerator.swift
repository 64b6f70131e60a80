/// Random queries over given tables.
struct QueryGenerator {
  struct Relation {
    var source: Source.Content
    var columns: [String]
  }

  let relations: [Relation]
  /// Terms that can be named in addition to the query's own sources: `NEW.a`, `OLD.a`.
  var outer: [Term] = []

  /// A query for an expression, with one source and `count` results.
  func small(_ random: inout Randomness, _ count: Int) -> Query {
    let relation = random.pick(relations)
    let alias = random.pick(Names.aliases)
    let columns = columns(of: relation, alias)
    let terms = TermGenerator(columns: columns + outer)
    var select = Select(results: (0..<count).map { _ in .term(random.pick(columns), alias: nil) })
    select.sources = [Source(content: relation.source, alias: alias)]
    if random.chance(60) { select.filter = terms.term(&random, depth: 1) }
    return Query(cores: [.select(select)], limit: random.chance(30) ? .number("1") : nil)
  }

  private func columns(of relation: Relation, _ alias: String) -> [Term] {
    relation.columns.map { .qualified(alias, isLocal: true, $0) }
  }

  func query(_ random: inout Randomness) -> Query {
    switch random.below(6) {
    case 0: return compound(&random)
    case 1: return withCommonTables(&random)
    case 2: return windowed(&random)
    default: return Query(cores: [.select(select(&random))]).ordered(&random)
    }
  }

  private func select(_ random: inout Randomness, count: Int? = nil) -> Select {
    let single = random.chance(25)
    var scope: [Term] = []
    var select = Select(results: [])
    for index in 0..<(single ? 1 : 1 + random.below(3)) {
      select.sources.append(source(index, &scope, &random))
    }
    if single, case .table = select.sources[0].content {
      // Without an alias, columns are unqualified or have the table's own name.
      let relation = relations.first { $0.source == select.sources[0].content }
      let name = if case .table(let name) = select.sources[0].content { name } else { "" }
      select.sources[0].alias = nil
      scope = (relation?.columns ?? []).map {
        random.chance(50) ? .column($0) : .qualified(name, isLocal: false, $0)
      }
    }
    let terms = TermGenerator(columns: scope + outer, queries: { self.small(&$0, $1) })
    select.isDistinct = random.chance(20)
    select.results = results(select, terms, count, &random)
    if random.chance(50) { select.filter = terms.term(&random, depth: 2) }
    if random.chance(20) {
      select.group = [random.pick(scope)]
      if random.chance(50) {
        select.having = .binary(.call(Call(name: "count", isStar: true)), ">", .number(random.pick(Names.numbers)))
      }
    }
    return select
  }

  private func source(_ index: Int, _ scope: inout [Term], _ random: inout Randomness) -> Source {
    var source = Source(content: random.pick(relations).source, alias: Names.aliases[index])
    var columns = relations.first { $0.source == source.content }?.columns ?? []
    switch random.below(8) {
    case 0:
      let alias = Names.resultAliases[0]
      var inner = small(&random, 1)
      if case .select(var select) = inner.cores[0], case .term(let term, _) = select.results[0] {
        select.results = [.term(term, alias: alias)]
        inner.cores = [.select(select)]
      }
      source.content = .query(inner)
      columns = [alias]
    case 1:
      source.content = .function("json_each", [.string("[1, 2]")])
      columns = ["value"]
    default: break
    }
    let own = columns.map { Term.qualified(Names.aliases[index], isLocal: true, $0) }
    if index > 0 {
      source.join = random.pick([",", "JOIN", "JOIN", "LEFT JOIN", "CROSS JOIN", "NATURAL JOIN", "FULL JOIN"])
      if ["JOIN", "LEFT JOIN", "FULL JOIN"].contains(source.join) {
        source.condition = .binary(random.pick(scope), random.pick(["=", "<", "IS"]), random.pick(own))
      }
    }
    scope += own
    return source
  }

  private func results(
    _ select: Select, _ terms: TermGenerator, _ count: Int?, _ random: inout Randomness
  ) -> [ResultColumn] {
    if count == nil, random.chance(20) {
      return random.chance(50)
        ? [.star, .term(terms.term(&random, depth: 1), alias: random.chance(60) ? "r1" : nil)] : [.star]
    }
    if count == nil, let alias = select.sources[0].alias, random.chance(10) { return [.starOf(alias)] }
    return (0..<(count ?? 1 + random.below(3))).map { index in
      .term(
        terms.term(&random, depth: random.below(3)), alias: random.chance(70) ? Names.resultAliases[index] : nil)
    }
  }

  private func compound(_ random: inout Randomness) -> Query {
    let count = 1 + random.below(2)
    var query = Query(cores: [.select(select(&random, count: count))])
    for _ in 0...random.below(2) {
      query.operators.append(random.pick(["UNION", "UNION ALL", "INTERSECT", "EXCEPT"]))
      if random.chance(25) {
        let rows = (0...random.below(2)).map { _ in (0..<count).map { _ in TermGenerator.literal(&random) } }
        query.cores.append(.values(rows))
      } else {
        query.cores.append(.select(select(&random, count: count)))
      }
    }
    return query
  }

  private func withCommonTables(_ random: inout Randomness) -> Query {
    let name = "select q"
    var query = Query(cores: [
      .select(
        Select(
          results: [.term(.qualified(name, isLocal: true, "r1"), alias: "R2")],
          sources: [Source(content: .local(name))]))
    ])
    var inner = small(&random, 1)
    query.isRecursive = random.chance(50)
    if query.isRecursive {
      let step = Select(
        results: [.term(.binary(.qualified(name, isLocal: true, "r1"), "+", .number("1")), alias: nil)],
        sources: [Source(content: .local(name))],
        filter: .binary(.qualified(name, isLocal: true, "r1"), "<", .number("5")))
      inner.limit = nil
      inner.cores.append(.select(step))
      inner.operators = [random.pick(["UNION", "UNION ALL"])]
    }
    let hint = random.chance(40) ? random.pick(["MATERIALIZED", "NOT MATERIALIZED"]) : nil
    query.commonTables = [CommonTable(name: name, columns: ["r1"], hint: hint, query: inner)]
    return query.ordered(&random)
  }

  private func windowed(_ random: inout Randomness) -> Query {
    let relation = random.pick(relations)
    let columns = columns(of: relation, "q1")
    var select = Select(results: [], sources: [Source(content: relation.source, alias: "q1")])
    var window = Window(partition: random.chance(60) ? [random.pick(columns)] : [])
    window.order = [OrderTerm(term: random.pick(columns), isDescending: random.chance(40))]
    if random.chance(60) {
      let start = random.pick(["UNBOUNDED PRECEDING", "2 PRECEDING", "CURRENT ROW"])
      window.frame = Frame(
        unit: random.pick(["ROWS", "GROUPS"]), start: start,
        end: random.chance(60) ? random.pick(["CURRENT ROW", "1 FOLLOWING", "UNBOUNDED FOLLOWING"]) : nil,
        exclude: random.chance(30) ? random.pick(["TIES", "GROUP", "CURRENT ROW"]) : nil)
    }
    var call = Call(name: random.pick(["sum", "count", "max", "group_concat"]), arguments: [random.pick(columns)])
    if random.chance(30) { call.filter = .binary(random.pick(columns), ">", .number("0")) }
    if random.chance(40) {
      select.windows = [NamedWindow(name: "r 3", window: window)]
      call.over = .named("r 3")
    } else {
      call.over = .defined(window)
    }
    select.results = [
      .term(.call(call), alias: "r1"),
      .term(.call(Call(name: "row_number", over: .defined(Window(order: window.order)))), alias: "R2"),
    ]
    return Query(cores: [.select(select)])
  }
}

extension Query {
  /// Adds ORDER BY and LIMIT to some of the queries.
  fileprivate func ordered(_ random: inout Randomness) -> Query {
    var query = self
    if random.chance(40) {
      query.order = [
        OrderTerm(
          term: .number("1"), isDescending: random.chance(40),
          nulls: random.chance(30) ? random.pick(["FIRST", "LAST"]) : nil)
      ]
    }
    if random.chance(30) {
      query.limit = .number("10")
      if random.chance(50) { query.offset = .number("42") }
    }
    return query
  }
}
