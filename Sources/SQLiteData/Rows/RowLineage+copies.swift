public import SQLiteSyntax

/// Follows `INSERT … SELECT`, `CREATE TABLE … AS SELECT`, and a table that replaces another.
extension RowLineage {
  /// The names of the columns that a CREATE TABLE AS SELECT creates.
  func names(of selection: Selection) -> [Identifier] {
    let reach = reach(of: selection)
    if selection.isOpaque { return reach.tables.first?.table.columns.map(\.name) ?? [] }
    return expanded(selection, reach).map { value, alias in
      if let alias { return alias }
      guard let place = reach.column(value), let table = tables[place.table], let index = table.index(of: place.column)
      else { return "" }
      return table.columns[index].name
    }
  }

  func reach(of selection: Selection) -> RowReach {
    var seen: Set<Int> = []
    return RowReach(
      tables: selection.tables.enumerated().compactMap { index, source in
        id(of: source.name).flatMap { id in
          // A table that is joined with itself gives values of other rows: it is another source, with no number of its own.
          tables[id].map { (seen.insert(id).inserted ? id : -1 - index, source.alias, $0) }
        }
      })
  }

  /// The results with `*` expanded.
  func expanded(_ selection: Selection, _ reach: RowReach) -> [(Expression, alias: Identifier?)] {
    func all(_ table: Table, alias: Identifier?) -> [(Expression, alias: Identifier?)] {
      table.columns.map { (.name([Name(alias ?? table.name), Name($0.name)]), nil) }
    }
    return selection.results.flatMap { result -> [(Expression, alias: Identifier?)] in
      switch result {
      case .all: reach.tables.flatMap { all($0.table, alias: $0.alias) }
      case .allOf(let name):
        reach.tables.filter { ($0.alias ?? $0.table.name) == name }.flatMap {
          all($0.table, alias: $0.alias)
        }
      case .expression(let expression, let alias): [(expression, alias)]
      }
    }
  }

  /// Records that rows were copied into a table.
  mutating func copy(
    _ selection: Selection, into name: Identifier, columns: [Identifier]?, conflict: String?,
    _ place: StatementPlace
  ) {
    guard let target = id(of: name), let table = tables[target] else { return }
    let reach = reach(of: selection)
    let targets = columns ?? table.columns.filter { !$0.isGenerated }.map(\.name)
    let results = expanded(selection, reach)
    // The columns of an unknown table are unknown.
    let isOpaque = selection.isOpaque || reach.tables.count < selection.tables.count || results.count != targets.count
    let pairs = isOpaque ? [] : Array(zip(targets, results))
    let values = Dictionary(pairs.map { ($0, $1.0) }, uniquingKeysWith: { first, _ in first })
    let named = values.mapValues { reach.columns(in: $0) }
    // The rows are those of the table from which most columns are taken under their own names.
    func own(_ id: Int) -> Int {
      values.count { key, value in reach.column(value).map { $0.table == id && $0.column == key } ?? false }
    }
    let main = reach.tables.max { (own($0.id), 0) < (own($1.id), 0) }?.id
    let first = reach.tables.first?.id
    let mainID = main.flatMap { main in first.map { own(main) > own($0) ? main : $0 } }
    let narrowing = narrowing(
      of: selection, conflict, values: values, main: mainID.flatMap { tables[$0] }, mainID, reach, place)
    let origins = tables.compactMapValues(\.origin)
    edit(name) { table in
      for id in Set(reach.tables.map(\.id)) where id != target {
        table.copies.append(
          Copy(
            from: id, earlier: origins[id], isMain: id == mainID, values: values,
            mentioned: named.mapValues { $0.columns.filter { $0.table == id }.map(\.column) },
            merged: values.mapValues { reach.valueColumns(in: $0).filter { $0.table == id }.map(\.column) },
            isOpaque: isOpaque, narrowing: narrowing, place: place))
      }
      for index in table.columns.indices {
        let column = table.columns[index]
        table.columns[index].strings.formUnion(reach.quoted(named[column.name]?.strings ?? [], for: column.name))
      }
      if conflict == "REPLACE", table.origin != nil { table.replacements.append(place.script) }
    }
  }

  private func narrowing(
    of selection: Selection, _ conflict: String?, values: [Identifier: Expression], main: Table?, _ id: Int?,
    _ reach: RowReach, _ place: StatementPlace
  ) -> [Narrowing] {
    func earlier(_ names: [[Name]]) -> [Identifier] {
      names.compactMap { reach.column(.name($0)) }.filter { $0.table == id }.compactMap { place in
        main?.index(of: place.column).flatMap { main?.columns[$0].origin?.column }
      }
    }
    // The earlier columns of the table from which the rows are, which a condition uses.
    func excluded(_ conditions: [Expression]) -> [Identifier] { earlier(conditions.flatMap(\.namesThatExcludeNull)) }
    // A condition on the second table makes a LEFT JOIN an inner one.
    func excludesRowsWithoutPartner(_ conditions: [Expression]) -> Bool {
      conditions.flatMap(\.namesThatExcludeNull).contains { reach.column(.name($0)).map { $0.table != id } ?? false }
    }
    var narrowing = selection.narrowing.map { clause -> Narrowing in
      let intent: Narrowing.Intent =
        switch clause.clause {
        case .distinct, .rowNumber: .stated
        case .limit: .unclear
        case .condition:
          if clause.followsLeftJoin, excludesRowsWithoutPartner(clause.expressions) {
            .unclear
          } else {
            clause.expressions.contains(where: \.hasNotIn) ? .notIn : .stated
          }
        case .join: .join(excluded(clause.expressions))
        case .group:
          if values.values.contains(where: \.isAggregate) {
            .stated
          } else {
            .keepsOneOf(
              values.filter { _, value in clause.expressions.contains { $0 == value || isSame($0, value, reach) } }
                .map(\.key))
          }
        }
      let excludesNull = clause.clause == .join || clause.clause == .condition ? excluded(clause.expressions) : []
      return Narrowing(
        clause: clause.clause.rawValue, intent: intent, picksValues: clause.picksValues, excludesNull: excludesNull,
        testsForNull: earlier(clause.expressions.flatMap(\.namesTestedForNull)),
        picked: earlier(clause.expressions.flatMap(\.conjuncts).compactMap(\.pickedName)), place: place)
    }
    if conflict == "IGNORE" {
      narrowing.append(Narrowing(clause: "OR IGNORE", intent: .refuses(values.keys.sorted()), place: place))
    } else if conflict == "REPLACE" {
      narrowing.append(Narrowing(clause: "OR REPLACE", intent: .unclear, place: place))
    }
    return narrowing
  }

  /// Where statements stored the values of a column of an earlier table: the tables that they filled, and the columns with
  /// the values. `nil` if no statement used the column for another table, or if it is not known where its values are.
  func destinations(of column: Identifier, in earlier: Identifier) -> (tables: [Identifier], columns: [Origin])? {
    // A column that was renamed is still there.
    let origin = Origin(table: earlier, column: column)
    if alive.values.contains(where: { tables[$0]?.columns.contains { $0.origin == origin } == true }) { return nil }
    var found: (tables: [Identifier], columns: [Origin]) = ([], [])
    for table in tables.sorted(by: { $0.key < $1.key }).map(\.value)
    where table.origin != earlier || table.name != earlier {
      for copy in table.copies where copy.earlier == earlier {
        let targets = copy.mentioned.filter { $0.value.contains(column) }.keys
        // Rows that `WHERE swept = 1` selects show the value by being there.
        let isCondition =
          table.origin != earlier && copy.isMain
          && copy.narrowing.contains { $0.excludesNull.contains(column) && !$0.picked.contains(column) }
        guard !targets.isEmpty || isCondition else { continue }
        // A later statement may have changed what the table has, or removed it.
        guard !copy.isOpaque, id(of: table.name).flatMap({ tables[$0] })?.copies.isEmpty == false else { return nil }
        // Rows that were left out before the copy are lost for that reason.
        if let source = tables[copy.from] {
          if !source.narrowing.isEmpty || !source.deletions.isEmpty { return nil }
          // The copy has what an UPDATE has made of the value.
          if source.columns.contains(where: { $0.origin == origin && $0.writes.contains(where: \.isUpdate) }) {
            return nil
          }
        }
        for target in targets {
          guard case .name(let parts)? = copy.values[target], parts.last?.identifier == column else { return nil }
          found.columns.append(Origin(table: table.name, column: target))
        }
        found.tables.append(table.name)
      }
    }
    return found.tables.isEmpty ? nil : found
  }

  /// The earlier tables from which copies filled the table that has the rows of `earlier` now.
  public func sources(of earlier: Identifier) -> Set<Identifier> {
    let copies = tables.values.filter { $0.origin == earlier }.flatMap(\.copies)
    return Set(copies.filter { $0.earlier != earlier }.compactMap(\.earlier))
  }

  private func isSame(_ one: Expression, _ other: Expression, _ reach: RowReach) -> Bool {
    reach.column(one).map { $0 == reach.column(other) } ?? false
  }

  /// Makes the table `successor` the successor of `table`, from which rows were copied into it.
  mutating func adopt(_ table: Table, _ id: Int, by successor: Int, _ place: StatementPlace?) {
    guard var new = tables[successor] else { return }
    let copies = new.copies.filter { $0.from == id && $0.isMain }
    new.origin = table.origin
    new.deletions += table.deletions
    new.replacements += table.replacements
    new.narrowing += table.narrowing + copies.flatMap(\.narrowing)
    var claimed: Set<Identifier> = []
    for index in new.columns.indices {
      guard let old = table.index(of: new.columns[index].name) else { continue }
      claimed.insert(table.columns[old].name)
      inherit(&new.columns[index], from: table.columns[old], copies, id)
    }
    // Columns that were copied unchanged come first, then those that expressions compute.
    for isPlain in [true, false] {
      for index in new.columns.indices where table.index(of: new.columns[index].name) == nil {
        guard new.columns[index].origin == nil, let source = source(of: new.columns[index], copies, plain: isPlain),
          !claimed.contains(source), new.index(of: source) == nil, let old = table.index(of: source)
        else { continue }
        claimed.insert(source)
        inherit(&new.columns[index], from: table.columns[old], copies, id)
      }
    }
    for column in table.columns where !claimed.contains(column.name) {
      guard let origin = column.origin else { continue }
      drops.append(
        Drop(
          table: origin.table, column: origin.column,
          place: copies.last?.place ?? place ?? StatementPlace(script: "", id: "", index: 0), isExplicit: false))
    }
    tables[successor] = new
  }

  /// The one source column that all copies use for `column`; `nil` if there is no such column.
  private func source(of column: Column, _ copies: [Copy], plain: Bool) -> Identifier? {
    let sources = copies.map { copy -> Identifier? in
      let named = Set(copy.mentioned[column.name] ?? [])
      guard named.count == 1, let value = copy.values[column.name] else { return nil }
      return !plain || value.isName ? named.first : nil
    }
    return Set(sources).count == 1 ? sources[0] : nil
  }

  private func inherit(_ column: inout Column, from old: Column, _ copies: [Copy], _ id: Int) {
    column.origin = old.origin
    column.strings.formUnion(old.strings)
    column.writes =
      old.writes
      + copies.map { copy in
        let kind: Write.Kind =
          if copy.isOpaque {
            .unknown
          } else if let value = copy.values[column.name] {
            value.isName && copy.mentioned[column.name]?.isEmpty == false
              ? .copied(copy.mentioned[column.name]?.first ?? "")
              : (copy.mentioned[column.name] ?? []).contains(old.name) ? .converted(value) : .replaced(value)
          } else {
            .leftOut
          }
        let mentioned = copy.merged[column.name] ?? []
        return Write(
          kind: kind, isUpdate: false, hasCondition: false,
          merged: kind.isConversion ? mentioned.filter { $0 != old.name } : [], place: copy.place)
      } + column.writes
  }
}

extension RowLineage.Write.Kind {
  fileprivate var isConversion: Bool {
    if case .converted = self { true } else { false }
  }
}

extension Expression {
  /// Whether the expression is just a name, perhaps with a collation.
  fileprivate var isName: Bool {
    switch self {
    case .name: true
    case .collate(let inner, _): inner.isName
    default: false
    }
  }
}

extension Expression {
  /// The name of the column, if the expression is of the form `a = 1`; otherwise `nil`.
  fileprivate var pickedName: [Name]? {
    switch self {
    case .infix(.name(let parts), let rest) where rest.count == 1 && ["=", "IS"].contains(rest[0].symbol):
      rest[0].operand.constant(nil) == nil ? nil : parts
    case .row(let parts) where parts.count == 1: parts[0].pickedName
    default: nil
    }
  }
}
