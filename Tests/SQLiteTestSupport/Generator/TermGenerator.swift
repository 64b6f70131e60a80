/// Random expressions over given columns.
struct TermGenerator {
  /// The columns that an expression can name.
  var columns: [Term]
  /// Makes a query. Only views and triggers may contain queries.
  var queries: ((inout Randomness, Int) -> Query)?

  static let operators = [
    "OR", "AND", "=", "<>", "IS", "IS NOT", "<", "<=", ">", ">=", "&", "|", "<<", ">>", "+", "-", "*", "/", "%", "||",
    "->", "->>",
  ]
  static let functions: [(name: String, count: Int)] = [
    ("abs", 1), ("length", 1), ("lower", 1), ("upper", 1), ("coalesce", 2), ("ifnull", 2), ("nullif", 2),
    ("substr", 3), ("replace", 3), ("instr", 2), ("min", 2), ("max", 3), ("trim", 1), ("typeof", 1), ("hex", 1),
    ("like", 2), ("glob", 2),
  ]

  static func literal(_ random: inout Randomness) -> Term {
    switch random.below(8) {
    case 0...2: .number(random.pick(Names.numbers))
    case 3...5: .string(random.pick(Names.strings))
    case 6: .blob(random.pick(Names.blobs))
    default: .keyword(random.pick(["NULL", "TRUE", "FALSE"]))
    }
  }

  private func leaf(_ random: inout Randomness) -> Term {
    columns.isEmpty || random.chance(35) ? Self.literal(&random) : random.pick(columns)
  }

  /// - Parameter depth: the maximum number of levels of operators.
  func term(_ random: inout Randomness, depth: Int) -> Term {
    guard depth > 0 else { return leaf(&random) }
    switch random.below(20) {
    case 0...7:
      return .binary(
        term(&random, depth: depth - 1), random.pick(Self.operators), term(&random, depth: depth - 1))
    case 8: return .not(term(&random, depth: depth - 1))
    case 9: return .sign(random.pick(["-", "+", "~"]), term(&random, depth: depth - 1))
    case 10: return .collate(term(&random, depth: depth - 1), random.pick(Names.collations))
    case 11: return .isNull(term(&random, depth: depth - 1), isNegated: random.chance(50))
    case 12:
      let escape: Term? = random.chance(30) ? .string("\\") : nil
      let word = escape == nil ? random.pick(["LIKE", "GLOB"]) : "LIKE"
      return .like(
        term(&random, depth: depth - 1), word, term(&random, depth: depth - 1), escape: escape,
        isNegated: random.chance(40))
    case 13:
      return .between(
        term(&random, depth: depth - 1), term(&random, depth: depth - 1), term(&random, depth: depth - 1),
        isNegated: random.chance(40))
    case 14:
      let count = 1 + random.below(3)
      return .inList(
        term(&random, depth: depth - 1), (0..<count).map { _ in term(&random, depth: 0) },
        isNegated: random.chance(40))
    case 15: return call(&random, depth)
    case 16: return .cast(term(&random, depth: depth - 1), random.pick(Names.types.filter { !$0.isEmpty }))
    case 17: return choice(&random, depth)
    case 18:
      return .binary(
        .row([term(&random, depth: 0), term(&random, depth: 0)]), random.pick(["=", "<", "IS"]),
        .row([term(&random, depth: 0), term(&random, depth: 0)]))
    default: return query(&random, depth)
    }
  }

  private func call(_ random: inout Randomness, _ depth: Int) -> Term {
    let function = random.pick(Self.functions)
    return .call(
      Call(name: function.name, arguments: (0..<function.count).map { _ in term(&random, depth: depth - 1) }))
  }

  private func choice(_ random: inout Randomness, _ depth: Int) -> Term {
    let count = 1 + random.below(2)
    return .choice(
      base: random.chance(40) ? term(&random, depth: depth - 1) : nil,
      when: (0..<count).map { _ in term(&random, depth: depth - 1) },
      then: (0..<count).map { _ in term(&random, depth: 0) },
      otherwise: random.chance(60) ? term(&random, depth: 0) : nil)
  }

  private func query(_ random: inout Randomness, _ depth: Int) -> Term {
    guard let queries else { return call(&random, depth) }
    switch random.below(3) {
    case 0: return .exists(queries(&random, 1))
    case 1: return .subquery(queries(&random, 1))
    default: return .inQuery(term(&random, depth: depth - 1), queries(&random, 1), isNegated: random.chance(40))
    }
  }
}
