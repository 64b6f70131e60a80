extension SchemaEdit {
  private static func select(
    _ kind: String, _ change: @escaping @Sendable (inout Select, inout Randomness) -> Bool
  ) -> SchemaEdit {
    .of("view: " + kind, \.views) { view, random in
      anyOf(&view.query.cores, &random) { core, random in
        guard case .select(var select) = core, change(&select, &random) else { return false }
        core = .select(select)
        return true
      }
    }
  }

  static let indexEdits: [SchemaEdit] = [
    .of("index: UNIQUE", \.indexes) { index, _ in
      index.isUnique.toggle()
      return true
    },
    .of("index: DESC", \.indexes) { index, _ in
      index.elements[0].isDescending.toggle()
      return true
    },
    SchemaEdit(kind: "index: collation") { schema, random in
      guard !schema.indexes.isEmpty else { return false }
      let index = random.below(schema.indexes.count)
      let columns = schema.tables.first { $0.name == schema.indexes[index].table }?.columns ?? []
      var own: String?
      if case .column(let name) = schema.indexes[index].elements[0].term {
        own = columns.first { $0.name == name }?.collation
      }
      return replaceCollation(&schema.indexes[index].elements[0].collation, over: own, &random)
    },
    .of("index: order of the columns", \.indexes) { index, _ in
      guard index.elements.count > 1 else { return false }
      index.elements.swapAt(0, 1)
      return index.elements[0] != index.elements[1]
    },
    .of("index: column removed", \.indexes) { index, _ in index.elements.count > 1 && index.elements.popLast() != nil },
    .of("index: column to expression", \.indexes) { index, random in
      anyOf(&index.elements, &random) { element, _ in
        guard case .column = element.term else { return false }
        element.term = .call(Call(name: "hex", arguments: [element.term]))
        return true
      }
    },
    .of("index: WHERE", \.indexes) { index, _ in
      index.filter = index.filter == nil ? .isNull(index.elements[0].term, isNegated: true) : nil
      return true
    },
    .of("index: renamed", \.indexes) { index, _ in
      index.name = "fresh"
      return true
    },
    .removed("index: removed", \.indexes),
    .added("index: added", \.indexes) { schema in
      IndexModel(
        name: "fresh", table: schema.tables[0].name,
        elements: [.init(term: .column(schema.tables[0].columns[0].name))])
    },
  ]

  static let viewEdits: [SchemaEdit] = [
    select("DISTINCT") { select, _ in
      select.isDistinct.toggle()
      return true
    },
    select("alias") { select, random in
      anyOf(&select.results, &random) { result, _ in
        guard case .term(let term, _?) = result else { return false }
        result = .term(term, alias: "fresh")
        return true
      }
    },
    select("result column added") { select, _ in
      select.results.append(.term(.number("77"), alias: "fresh"))
      return true
    },
    select("order of the result columns") { select, _ in
      guard select.results.count > 1, select.results[0] != select.results[1] else { return false }
      select.results.swapAt(0, 1)
      return true
    },
    select("WHERE removed") { select, _ in
      defer { select.filter = nil }
      return select.filter != nil
    },
    select("kind of join") { select, random in
      anyOf(&select.sources, &random) { source, random in
        guard let join = source.join else { return false }
        let kinds =
          source.condition == nil ? [",", "JOIN", "LEFT JOIN", "NATURAL JOIN"] : ["JOIN", "LEFT JOIN", "FULL JOIN"]
        source.join = random.pick(kinds.filter { $0 != join })
        return true
      }
    },
    select("condition of a join removed") { select, random in
      anyOf(&select.sources, &random) { source, _ in
        defer { source.condition = nil }
        return source.condition != nil
      }
    },
    select("GROUP BY removed") { select, _ in
      guard !select.group.isEmpty else { return false }
      select.group = []
      select.having = nil
      return true
    },
    select("HAVING") { select, _ in
      guard !select.group.isEmpty else { return false }
      select.having = select.having == nil ? .keyword("TRUE") : nil
      return true
    },
    select("frame of a window") { select, random in
      anyOf(&select.results, &random) { result, _ in
        guard case .term(.call(var call), let alias) = result, case .defined(var window) = call.over else {
          return false
        }
        window.frame = window.frame == nil ? Frame(unit: "ROWS", start: "3 PRECEDING") : nil
        call.over = .defined(window)
        result = .term(.call(call), alias: alias)
        return true
      }
    },
    select("order in a named window") { select, random in
      anyOf(&select.windows, &random) { named, _ in
        named.window.order[0].isDescending.toggle()
        return true
      }
    },
    select("FILTER") { select, random in
      anyOf(&select.results, &random) { result, _ in
        guard case .term(.call(var call), let alias) = result, call.filter != nil else { return false }
        call.filter = nil
        result = .term(.call(call), alias: alias)
        return true
      }
    },
    .of("view: LIMIT", \.views) { view, _ in
      view.query.offset = nil
      view.query.limit = view.query.limit == nil ? .number("77") : nil
      return true
    },
    .of("view: OFFSET", \.views) { view, _ in
      guard view.query.limit != nil else { return false }
      view.query.offset = view.query.offset == nil ? .number("77") : nil
      return true
    },
    .of("view: DESC", \.views) { view, _ in
      guard !view.query.order.isEmpty else { return false }
      view.query.order[0].isDescending.toggle()
      return true
    },
    .of("view: NULLS", \.views) { view, random in
      guard !view.query.order.isEmpty else { return false }
      return replace(&view.query.order[0].nulls, by: ["FIRST", "LAST"], &random)
    },
    .of("view: compound operator", \.views) { view, random in
      anyOf(&view.query.operators, &random) { word, random in
        word = random.pick(["UNION", "UNION ALL", "INTERSECT", "EXCEPT"].filter { $0 != word })
        return true
      }
    },
    .of("view: MATERIALIZED", \.views) { view, random in
      anyOf(&view.query.commonTables, &random) { replace(&$0.hint, by: ["MATERIALIZED", "NOT MATERIALIZED"], &$1) }
    },
    .of("view: name of a column", \.views) { view, _ in
      guard !view.columns.isEmpty else { return false }
      view.columns[0] = "fresh"
      return true
    },
    .of("view: columns no longer named", \.views) { view, _ in
      defer { view.columns = [] }
      return !view.columns.isEmpty
    },
    .of("view: renamed", \.views) { view, _ in
      view.name = "fresh"
      return true
    },
    .removed("view: removed", \.views),
    .added("view: added", \.views) { _ in
      ViewModel(name: "fresh", query: Query(cores: [.select(Select(results: [.term(.number("1"), alias: "r1")]))]))
    },
  ]
}
