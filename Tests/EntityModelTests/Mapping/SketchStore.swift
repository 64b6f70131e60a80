import EntityModel
import SQLiteSandbox

/// An in-memory store of a sketch.
struct SketchStore {
  /// An object, identified by its entity's identity and its key.
  struct Object: Hashable, Comparable {
    let entity: Int
    let key: Int

    static func < (one: Object, other: Object) -> Bool { (one.entity, one.key) < (other.entity, other.key) }
  }

  /// The values of each object's properties, by identity.
  typealias Contents = [Object: [Int: String]]

  let database: ScratchDatabase

  init(empty layout: StoreLayout) throws {
    database = try ScratchDatabase(tracking: .none)
    for statement in layout.statements { try database.execute(statement) }
    for entity in layout.entities {
      let numbers = "\(layout.number(of: entity)), '\(entity)', \(layout.superentityNumber(of: entity))"
      try database.execute("INSERT INTO Z_PRIMARYKEY VALUES (\(numbers), 0)")
    }
  }

  /// Creates a store with some objects of each entity, whose properties have the values in `contents`.
  init(_ sketch: Sketch, _ layout: StoreLayout, _ contents: Contents) throws {
    try self.init(empty: layout)
    for (object, values) in contents.sorted(by: { $0.key < $1.key }) {
      let name = sketch.name(object.entity)
      let table = layout.table(of: name)
      try database.execute(
        "INSERT INTO \(table) (Z_PK, Z_ENT, Z_OPT) VALUES (\(object.key), \(layout.number(of: name)), 1)")
      try database.execute(
        "UPDATE Z_PRIMARYKEY SET Z_MAX = max(Z_MAX, \(object.key)) WHERE Z_ENT = \(layout.number(of: sketch.name(sketch.root(of: object.entity))))"
      )
      for property in sketch.properties(of: object.entity) where !property.isLink {
        try set(property, values[property.id] ?? "nil", of: object, sketch, layout)
      }
    }
    for (object, values) in contents.sorted(by: { $0.key < $1.key }) {
      for property in sketch.properties(of: object.entity) where property.isLink {
        try link(property, Sketch.keys(values[property.id] ?? "[]"), of: object, sketch, layout)
      }
    }
  }

  private func set(
    _ property: Sketch.Property, _ value: String, of object: Object, _ sketch: Sketch, _ layout: StoreLayout
  ) throws {
    let entity = sketch.name(object.entity)
    let columns = layout.columnNames(of: property.name, in: entity)
    let parts = value == "nil" ? columns.map { _ in "nil" } : value.split(separator: ",").map(String.init)
    let assignments = zip(columns, parts).map { "\($0) = \(Sketch.literal($1))" }.joined(separator: ", ")
    try database.execute("UPDATE \(layout.table(of: entity)) SET \(assignments) WHERE Z_PK = \(object.key)")
  }

  private func link(
    _ property: Sketch.Property, _ keys: [Int], of object: Object, _ sketch: Sketch, _ layout: StoreLayout
  ) throws {
    let entity = sketch.name(object.entity)
    guard case .link(let destination, _, _) = property.kind else { return }
    let target = layout.table(of: sketch.name(destination))
    for key in keys {
      switch layout.storage(of: property.name, in: entity) {
      case .ownKey(let column):
        var assignments = "\(column) = \(key)"
        if let number = layout.entityNumberColumn(of: property.name, in: entity) {
          assignments += ", \(number) = (SELECT Z_ENT FROM \(target) WHERE Z_PK = \(key))"
        }
        try database.execute("UPDATE \(layout.table(of: entity)) SET \(assignments) WHERE Z_PK = \(object.key)")
      case .foreignKey(let table, let column):
        try database.execute("UPDATE \(table) SET \(column) = \(object.key) WHERE Z_PK = \(key)")
      case .joinTable(let name, let own, let other):
        try database.execute("INSERT OR IGNORE INTO \(name) (\(own), \(other)) VALUES (\(object.key), \(key))")
      case nil: break
      }
    }
  }

  // MARK: Reading

  func contents(_ sketch: Sketch, _ layout: StoreLayout) throws -> Contents {
    var contents: Contents = [:]
    for entity in sketch.entities {
      let table = layout.table(of: entity.name)
      for row in try database.rows("SELECT Z_PK FROM \(table) WHERE Z_ENT = \(layout.number(of: entity.name))") {
        let object = Object(entity: entity.id, key: Int(row[0] ?? "") ?? 0)
        contents[object] = [:]
        for property in sketch.properties(of: entity.id) {
          contents[object]?[property.id] =
            property.isLink
            ? try keys(property, of: object, entity.name, layout) : try value(property, of: object, entity.name, layout)
        }
      }
    }
    return contents
  }

  private func value(
    _ property: Sketch.Property, of object: Object, _ entity: String, _ layout: StoreLayout
  ) throws -> String {
    let columns = layout.columnNames(of: property.name, in: entity).joined(separator: ", ")
    let row = try database.rows("SELECT \(columns) FROM \(layout.table(of: entity)) WHERE Z_PK = \(object.key)")[0]
    return row.allSatisfy { $0 == nil } ? "nil" : row.map { $0 ?? "nil" }.joined(separator: ",")
  }

  private func keys(
    _ property: Sketch.Property, of object: Object, _ entity: String, _ layout: StoreLayout
  ) throws -> String {
    let query: String
    switch layout.storage(of: property.name, in: entity) {
    case .ownKey(let column):
      query = "SELECT \(column) FROM \(layout.table(of: entity)) WHERE Z_PK = \(object.key) AND \(column) IS NOT NULL"
    case .foreignKey(let table, let column): query = "SELECT Z_PK FROM \(table) WHERE \(column) = \(object.key)"
    case .joinTable(let name, let own, let other): query = "SELECT \(other) FROM \(name) WHERE \(own) = \(object.key)"
    case nil: query = "SELECT 'nowhere'"
    }
    return Sketch.text(try database.rows(query).compactMap { Int($0[0] ?? "") })
  }
}

extension SketchStore {
  /// The entities in `Z_PRIMARYKEY`, without `Z_MAX`.
  func entityRows() throws -> [[String?]] {
    try database.rows("SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY ORDER BY Z_ENT")
  }

  /// Invalid content: values where an entity has no property, wrong entity numbers beside keys, and wrong values of
  /// `Z_MAX`.
  func leftovers(_ sketch: Sketch, _ layout: StoreLayout) throws -> [String] {
    var found: [String] = []
    for table in layout.entityTables {
      let last = "SELECT coalesce(max(Z_PK), 0) FROM \(table.name)"
      let number = layout.number(of: table.rootEntity)
      if try database.rows("SELECT 1 FROM Z_PRIMARYKEY WHERE Z_ENT = \(number) AND Z_MAX >= (\(last))").isEmpty {
        found.append("Z_MAX of \(table.rootEntity)")
      }
      for entity in sketch.entities where layout.table(of: entity.name) == table.name {
        for column in table.columns.map(\.name).dropFirst(3)
        where !sketch.columns(of: entity.id, layout).contains(column) {
          let rows = "FROM \(table.name) WHERE Z_ENT = \(layout.number(of: entity.name)) AND \(column) IS NOT NULL"
          if try !database.rows("SELECT 1 \(rows)").isEmpty { found.append("\(entity.name): \(column)") }
        }
      }
    }
    for entity in sketch.entities {
      for case (let property, .link(let destination, _, _)) in entity.properties.map({ ($0.name, $0.kind) }) {
        guard let column = layout.entityNumberColumn(of: property, in: entity.name),
          case .ownKey(let key)? = layout.storage(of: property, in: entity.name)
        else { continue }
        let target = "SELECT Z_ENT FROM \(layout.table(of: sketch.name(destination))) AS o WHERE o.Z_PK = t.\(key)"
        let rows = "FROM \(layout.table(of: entity.name)) AS t WHERE t.\(column) IS NOT (\(target))"
        if try !database.rows("SELECT 1 \(rows)").isEmpty { found.append("\(entity.name).\(property): \(column)") }
      }
    }
    return found
  }
}

extension StoreLayout {
  fileprivate func columnNames(of attribute: String, in entity: String) -> [String] {
    let parts = columns(ofComposite: attribute, in: entity).map(\.name)
    return parts.isEmpty ? [column(of: attribute, in: entity)?.name ?? "none"] : parts
  }
}

extension Sketch {
  /// The columns that may contain values of an entity's rows.
  fileprivate func columns(of entity: Int, _ layout: StoreLayout) -> Set<String> {
    var columns: Set<String> = []
    for property in properties(of: entity) {
      guard property.isLink else {
        columns.formUnion(layout.columnNames(of: property.name, in: name(entity)))
        continue
      }
      if case .ownKey(let column)? = layout.storage(of: property.name, in: name(entity)) { columns.insert(column) }
      if let number = layout.entityNumberColumn(of: property.name, in: name(entity)) { columns.insert(number) }
    }
    for source in entities {
      for case (let property, .link(let destination, true, nil)) in source.properties.map({ ($0.name, $0.kind) })
      where family(of: destination).contains(entity) {
        if case .foreignKey(_, let column)? = layout.storage(of: property, in: source.name) { columns.insert(column) }
      }
    }
    return columns
  }

  func name(_ id: Int) -> String { entity(id)?.name ?? "?" }

  static func text(_ keys: some Sequence<Int>) -> String { "\(keys.sorted())" }

  static func keys(_ text: String) -> [Int] {
    text.dropFirst().dropLast().split(separator: ",").compactMap { Int($0.drop { $0 == " " }) }
  }

  static func literal(_ text: String) -> String { text == "nil" ? "NULL" : Int(text).map(String.init) ?? "'\(text)'" }

  /// The expected values of old objects in this version, determined by identities instead of names.
  func expected(of contents: SketchStore.Contents, _ before: Sketch) -> SketchStore.Contents {
    var expected: SketchStore.Contents = [:]
    for (object, values) in contents where entity(object.entity) != nil {
      expected[object] = [:]
      let old = before.properties(of: object.entity)
      for property in properties(of: object.entity) {
        let known = old.first { $0.id == property.id }
        expected[object]?[property.id] =
          property.isLink
          ? expectedKeys(property, known, of: object, contents, before) : expectedValue(property, known, values)
      }
    }
    return expected
  }

  private func expectedValue(_ property: Property, _ known: Property?, _ values: [Int: String]) -> String {
    let standard = Self.defaultTexts(property).joined(separator: ",")
    guard known != nil, let value = values[property.id] else { return standard }
    guard value == "nil", case .value(_, false, _) = property.kind else { return value }
    return standard
  }

  private func expectedKeys(
    _ property: Property, _ known: Property?, of object: SketchStore.Object, _ contents: SketchStore.Contents,
    _ before: Sketch
  ) -> String {
    guard case .link(let destination, _, let inverse) = property.kind else { return "" }
    let family = family(of: destination)
    if case .link(let destination, _, _)? = known?.kind {
      let keys = Set(Self.keys(contents[object]?[property.id] ?? "[]"))
      let others = before.objects(of: destination, contents).filter { keys.contains($0.key) }
      return Self.text(others.filter { family.contains($0.entity) }.map(\.key))
    }
    guard let inverse, let owner = before.property(inverse)?.owner else { return "[]" }
    let others = before.objects(of: owner.id, contents).filter { other in
      family.contains(other.entity) && Self.keys(contents[other]?[inverse] ?? "[]").contains(object.key)
    }
    return Self.text(others.map(\.key))
  }

  /// The default of an attribute, as a program evaluates it.
  func defaults(_ entity: String, _ attribute: String) -> [SQLLiteral]? {
    let properties = entities.first { $0.name == entity }?.properties ?? []
    guard let property = properties.first(where: { $0.name == attribute }) else { return nil }
    return Self.defaultTexts(property).map { text in
      text == "nil" ? .null : Int64(text).map(SQLLiteral.integer) ?? .text(text)
    }
  }

  /// The default of a property: the text of each of its columns.
  static func defaultTexts(_ property: Property) -> [String] {
    guard case .value(let type, _, let isDefaulted) = property.kind, isDefaulted else { return ["nil"] }
    switch type {
    case .integer64: return ["\(property.id * 1_000_000)"]
    case .composite: return ["standard\(property.id)", "\(property.id)"]
    default: return ["standard\(property.id)"]
    }
  }

  /// Some objects of each entity. Every third optional value is nil. Relationships agree with their inverses, and an
  /// object that can belong to only one other belongs to no more.
  func contents() -> SketchStore.Contents {
    var (contents, keys) = (SketchStore.Contents(), [Int: Int]())
    for entity in entities {
      for position in 1...4 {
        keys[root(of: entity.id), default: 0] += 1
        let object = SketchStore.Object(entity: entity.id, key: keys[root(of: entity.id)] ?? 0)
        contents[object] = [:]
        for property in properties(of: entity.id) {
          guard case .value(let type, let isOptional, _) = property.kind else { continue }
          contents[object]?[property.id] =
            isOptional && position == 3 ? "nil" : Self.text(type, property.id, object.key)
        }
      }
    }
    for property in entities.flatMap(\.properties) { link(property, in: &contents) }
    return contents
  }

  private static func text(_ type: DeclaredModel.AttributeType, _ property: Int, _ key: Int) -> String {
    switch type {
    case .integer64: "\(property * 1000 + key)"
    case .composite: key.isMultiple(of: 2) ? "s\(key),\(property)" : "nil,\(key)"
    default: "p\(property)k\(key)"
    }
  }

  private func link(_ property: Property, in contents: inout SketchStore.Contents) {
    guard case .link(let destination, let isToMany, let inverse) = property.kind,
      inverse.map({ property.id < $0 }) ?? true, let owner = self.property(property.id)?.owner
    else { return }
    let (sources, targets) = (objects(of: owner.id, contents), objects(of: destination, contents))
    let back = inverse.flatMap { self.property($0)?.property.kind }
    var isBackToMany = isToMany
    if case .link(_, let isMany, _)? = back { isBackToMany = isMany }
    for (i, source) in sources.enumerated() {
      for (j, target) in targets.enumerated()
      where Self.areLinked(i, j, of: sources.count, targets.count, isToMany, back == nil ? nil : isBackToMany) {
        contents.link(property.id, source, target)
        if let inverse { contents.link(inverse, target, source) }
      }
    }
    for object in sources where contents[object]?[property.id] == nil { contents[object]?[property.id] = "[]" }
    guard let inverse else { return }
    for object in targets where contents[object]?[inverse] == nil { contents[object]?[inverse] = "[]" }
  }

  private static func areLinked(
    _ i: Int, _ j: Int, of sources: Int, _ targets: Int, _ isToMany: Bool, _ isBackToMany: Bool?
  ) -> Bool {
    switch (isToMany, isBackToMany) {
    case (true, true?): (i + j).isMultiple(of: 2)
    case (false, true?): i % 3 != 2 && j == i % min(2, targets)
    case (true, _): j % 3 != 2 && i == j % min(2, sources)
    case (false, _): i == j && i % 3 != 1
    }
  }

  func objects(of entity: Int, _ contents: SketchStore.Contents) -> [SketchStore.Object] {
    let family = family(of: entity)
    return contents.keys.filter { family.contains($0.entity) }.sorted()
  }
}

extension SketchStore.Contents {
  fileprivate mutating func link(_ property: Int, _ from: SketchStore.Object, _ to: SketchStore.Object) {
    let keys = Sketch.keys(self[from]?[property] ?? "[]") + [to.key]
    self[from]?[property] = Sketch.text(Set(keys))
  }
}
