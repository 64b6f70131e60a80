internal import CanonicalJSON
internal import Digests
internal import EntityModel
internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources
internal import ProjectModels
internal import SQLiteData
internal import SQLiteSandbox
internal import SQLiteSyntax

/// The upgrade of stores whose models the files of an application declare: the mappings that Core Data infers, as SQL.
///
/// SwiftData goes through the versions of the migration plan, Core Data from the store's version to the current one. A custom
/// stage is code of the application: it is run by ``stages``, or else named as what is not proved. What a mapping model
/// migrates is not run at all, because only the mapping model decides it.
struct ModelUpgrade: Sendable {
  private let definition: SourceDefinition
  private let declared: DeclaredVersions
  /// The version to which the upgrade leads.
  private let destination: DeclaredVersions.Version
  /// Runs the stages of the plan; `nil` if the code of the application is not run.
  let stages: StageTool?

  /// The upgrade to the version that the application uses; `nil` for any other source.
  init?(_ definition: SourceDefinition, running stages: StageTool? = nil) {
    guard let declared = definition.declared else { return nil }
    self.stages = stages
    self.definition = definition
    self.declared = declared
    destination = declared.current
  }

  /// The upgrade to another version; `nil` if the source does not declare it.
  func leading(to name: String) -> ModelUpgrade? {
    declared.version(named: name).map { ModelUpgrade(definition, declared, $0, stages) }
  }

  private init(
    _ definition: SourceDefinition, _ declared: DeclaredVersions, _ destination: DeclaredVersions.Version,
    _ stages: StageTool?
  ) {
    self.stages = stages
    self.definition = definition
    self.declared = declared
    self.destination = destination
  }

  /// Why the steps are not run.
  enum Untried: Sendable, Hashable {
    /// The tables of a version on the way are not known. The reason is a clause.
    case unknownTables(String)
    /// Mapping models decide what happens to the store. The reason is a clause.
    case mappingModel(String)

    var reason: String {
      switch self {
      case .unknownTables(let reason), .mappingModel(let reason): reason
      }
    }
  }

  /// What happens to a store of one frozen version.
  struct Steps: Sendable {
    /// The mappings, in order.
    var migrations: [Migration] = []
    /// Why the store cannot be migrated.
    var refusal: LedgerError?
    /// Why nothing is run although the store may be migrated.
    var untried: Untried?
    /// What the upgrade does not prove, as sentences without a full stop.
    var unproved: [String] = []
    /// The model of the store, with the constraints that the code of a custom stage must establish.
    var model: DeclaredModel
    /// The relationships of ``model`` whose links are not tried, because it is not known what becomes of them.
    fileprivate(set) var unlinked: Set<InferredMapping.Property> = []
    /// The columns with the keys of relationships whose links are kept, in the tables of ``model``: `ZNOTE.ZFOLDER`.
    fileprivate var keyColumns: Set<String> = []
    fileprivate var isOfSwiftData = true
    /// Whether the steps are those of a migration plan.
    fileprivate var isStaged = false
    /// The name in the sources of the version of the store; empty if no stage is run.
    fileprivate(set) var start = ""
    /// The program that runs ``migrations``, if one of them is a custom stage; `nil` if their SQL does the same.
    fileprivate(set) var tool: StageTool?
    /// The ids of those of ``migrations`` that are custom stages, if ``tool`` runs them.
    fileprivate(set) var customStages: Set<String> = []
    /// The columns, `ZNOTE.ZRANK`, whose properties get another type in a custom stage that ``tool`` runs.
    fileprivate var retypedColumns: Set<String> = []
    /// The constraints that inferred mappings add to objects which may have equal values.
    fileprivate(set) var addedConstraints: [MappingRefusal] = []
    /// The version to which each of ``migrations`` leads, with its tables.
    fileprivate var destinations: [String: (version: DeclaredVersions.Version, layout: StoreLayout)] = [:]
  }

  /// The steps for a frozen version; `nil` if the entry has no model.
  ///
  /// - Throws: `LedgerError.file` if the model cannot be read.
  func steps(for fixture: FrozenFixture) throws(LedgerError) -> Steps? {
    try fixture.model.map { frozen throws(LedgerError) in
      steps(from: frozen, named: fixture.entry.version.name, hasTables: fixture.entry.hasTables)
    }
  }

  /// The steps for a store with these models.
  ///
  /// - Parameters:
  ///   - version: the name of its version.
  ///   - hasTables: whether the tables of the store are known, so that the steps can run.
  func steps(from frozen: DeclaredModel, named version: String, hasTables: Bool = true) -> Steps {
    var steps = Steps(model: frozen)
    if !hasTables { steps.leave(untried: .unknownTables("the tables of \(version) are not known")) }
    steps.isOfSwiftData = definition.keepsHistory
    switch declared.migration {
    case .direct: addDirect(frozen, version, to: &steps)
    case .staged(let plan):
      steps.isStaged = true
      guard let start = declared.position(of: frozen, named: version) else {
        guard let fallback = plan.fallback else {
          steps.refusal = .mappingRefused(
            MappingRefusal(place: plan.place, isOfSwiftData: true, .unknownVersion(plan: plan.name)))
          return steps
        }
        add(frozen, version, destination, isCustom: false, to: &steps)
        steps.unproved.append(
          "\(plan.name) has no version with these models (error 134504), and it is not proved that the app then opens them with the container at \(fallback), which has no plan"
        )
        return steps
      }
      guard let end = declared.versions.firstIndex(where: { $0.title == destination.title }), start < end else {
        return steps
      }
      var model = frozen
      steps.start = declared.versions[start].title
      for (former, next) in zip(declared.versions[start..<end], declared.versions[(start + 1)...end]) {
        let stage = plan.stages.first { $0.from == former.title && $0.to == next.title }
        let place = stages?.place(ofStageFrom: former.title, to: next.title) ?? stage?.place
        add(model, former.name ?? version, next, isCustom: stage?.isCustom == true, at: place, to: &steps)
        if steps.refusal != nil { return steps }
        model = next.model
      }
    }
    return steps
  }

  /// Adds the mapping from the model of a store to the current version, as Core Data finds it: a mapping model that leads
  /// from one to the other, or else an inferred mapping.
  ///
  /// An app may also go through several mapping models in code. So it is not known what happens to a store for which no
  /// mapping can be inferred if there are any.
  ///
  /// https://developer.apple.com/documentation/coredata/nsmigratepersistentstoresautomaticallyoption
  private func addDirect(_ model: DeclaredModel, _ version: String, to steps: inout Steps) {
    if let serving = mappingModel(for: model, named: version) {
      steps.leave(untried: .mappingModel("\(version) is migrated by \(serving.path), which is not run"))
      return
    }
    add(model, version, destination, isCustom: false, to: &steps)
    guard case .mappingRefused? = steps.refusal, !declared.mappingModels.isEmpty else { return }
    steps.refusal = nil
    let paths = declared.mappingModels.map(\.path).joined(separator: ", ")
    steps.leave(
      untried: .mappingModel(
        "no mapping is inferred from \(version) to \(destination.title), and code of the app may go through mapping models, which are not run: \(paths)"
      ))
  }

  /// The mapping model that leads from the model of a store to the current version.
  private func mappingModel(for model: DeclaredModel, named version: String) -> DeclaredVersions.MappingModel? {
    guard !declared.mappingModels.isEmpty, let start = declared.position(of: model, named: version),
      declared.versions[start].title != destination.title
    else { return nil }
    return declared.mappingModels.first { $0.mayLead(from: declared.versions[start].title, to: destination.title) }
  }

  /// Adds the mapping from a model to the next version.
  private func add(
    _ model: DeclaredModel, _ name: String, _ next: DeclaredVersions.Version, isCustom: Bool,
    at stage: ModelPlace? = nil, to steps: inout Steps
  ) {
    // Without a program, a custom stage is named and not run.
    let isRun = isCustom && stages != nil
    if !next.problems.isEmpty {
      steps.refusal = .modelsUnread(nil, .unread(next.problems))
      return
    }
    let title = "\(name) → \(next.name ?? next.title)"
    do throws(MappingError) {
      let mapping = try InferredMapping(
        from: model, to: next.model, stage: isCustom ? .custom : .lightweight, rules: .coreData)
      if isRun {
        steps.tool = stages
        steps.customStages.insert(title)
      } else if isCustom {
        steps.unproved.append("the custom stage \(title) is not run: \(next.place)")
        steps.establishConstraints(of: next.model, title)
      } else {
        steps.noteConstraints(of: mapping, next, title)
      }
      steps.leaveLinks(of: mapping.relationshipsOfUnknownEffect, title)
      if steps.migrations.isEmpty { steps.keyColumns = mapping.keyColumnsOfKeptLinks }
      for (property, before, after) in mapping.attributesOfOtherValues {
        steps.unproved.append(
          "whether the app can read the values of \(property.entity).\(property.name) is not known: they are copied, and its type was \(before) and is \(after)"
        )
      }
      for property in isRun ? [] : mapping.unfilled.map({ "\($0.entity).\($0.name)" }).sorted() {
        steps.unproved.append("it is not proved that the code of \(title) sets \(property)")
      }
      if steps.untried != nil { return }
      guard let (sql, layout) = try statements(of: mapping, next, &steps), isRun || !sql.isEmpty else { return }
      let kept = RetypedColumns(sql)
      if isRun { steps.retypedColumns.formUnion(kept.columns) }
      // What a stage does is written where it is declared.
      let place = isRun ? stage ?? next.place : next.place
      steps.destinations[title] = (next, layout)
      var migration = Migration(
        id: title, path: place.path, title: title,
        up: (isRun ? kept.statements : sql).joined(separator: "; "), down: nil,
        transaction: .perMigration)
      migration.firstLine = place.line
      steps.migrations.append(migration)
    } catch {
      steps.refusal = .mappingRefused(
        MappingRefusal(of: error, from: model, to: next, isOfSwiftData: definition.keepsHistory))
    }
  }

  /// The SQL of a mapping, and the tables to which it leads; `nil` if the tables of one version are not known.
  private func statements(
    of mapping: InferredMapping, _ next: DeclaredVersions.Version, _ steps: inout Steps
  ) throws(MappingError) -> (sql: [String], layout: StoreLayout)? {
    guard let old = try? StoreLayout(of: mapping.from), let new = try? definition.layout(of: next) else {
      steps.leave(untried: .unknownTables("the tables of \(next.title) are not known"))
      return nil
    }
    if (old.joinTables + new.joinTables).contains(where: { !$0.orderColumns.isEmpty }) {
      steps.unproved.append("the order of objects in many-to-many relationships is not migrated here")
    }
    let sql = try mapping.statements(from: old, to: new, keepsHistory: definition.keepsHistory) { entity, attribute in
      next.model.defaultColumns(of: attribute, in: entity)
    }
    return (sql, new)
  }

  /// Equal for sources whose upgrades are equal.
  var identity: JSONValue {
    let stages: [String] =
      if case .staged(let plan) = declared.migration {
        plan.stages.map { "\($0.from) \($0.to) \($0.isCustom)" } + [plan.name, plan.fallback?.description ?? ""]
      } else {
        declared.mappingModels.map { "\($0.path) \($0.from ?? "") \($0.to ?? "")" }
      }
    return [
      "destination": .string(destination.title), "kind": .string(definition.kind),
      "stages": .array(stages.map { .string($0) }), "tool": self.stages.map { .string($0.digest) } ?? .null,
      "versions": .array(declared.versions.map { .string("\($0.title) \($0.place) \(sha256($0.model.bytes))") }),
    ]
  }
}

/// The statements of a mapping without those that replace a column by one of the same name with a default. The mapping drops the
/// values of a property whose type changes, and the code of a stage may convert them.
private struct RetypedColumns {
  private(set) var statements: [String] = []
  /// `ZNOTE.ZRANK`
  private(set) var columns: Set<String> = []

  init(_ statements: [String]) {
    func names(_ verb: String) -> Set<String> {
      Set(statements.compactMap { Self.column(verb, in: $0) })
    }
    columns = names("DROP").intersection(names("ADD"))
    let tables = Set(columns.compactMap { $0.split(separator: ".").first })
    self.statements = statements.filter { statement in
      // It fills the new columns of the table.
      let words = statement.split(separator: " ")
      if words.count > 2, words[0] == "UPDATE", words[2] == "SET", tables.contains(words[1]) { return false }
      return !["DROP", "ADD"].contains { verb in Self.column(verb, in: statement).map(columns.contains) ?? false }
    }
  }

  private static func column(_ verb: String, in statement: String) -> String? {
    let words = statement.split(separator: " ")
    guard words.count >= 6, words[0] == "ALTER", words[3] == verb, words[4] == "COLUMN" else { return nil }
    return "\(words[2]).\(words[5])"
  }
}

extension ModelUpgrade.Steps {
  /// Runs nothing.
  fileprivate mutating func leave(untried reason: ModelUpgrade.Untried) {
    untried = untried ?? reason
    migrations = []
  }

  /// Whether a finding is about how the values of a column were converted whose property got another type. A stage may convert
  /// them in any way, but if it leaves nothing or one value of all of them, they are lost.
  func concernsConversion(_ finding: Finding) -> Bool {
    guard let table = finding.object, let column = finding.column, retypedColumns.contains("\(table).\(column)"),
      let kind = finding.rowChange?.kind
    else { return false }
    return kind != .becameNull && kind != .becameConstant
  }

  /// The name in the sources of the version to which a migration leads.
  func destination(of migration: Migration) -> String? { destinations[migration.id]?.version.title }

  /// Whether a statement is about a key column whose links are elsewhere now.
  func keepsLinks(of statement: DataStatement) -> Bool {
    statement.kind == .columnDropped
      && statement.column.map { keyColumns.contains("\(statement.table.text).\($0.text)") } ?? false
  }

  /// Tries no links of relationships of which it is not known what becomes of them.
  fileprivate mutating func leaveLinks(of relationships: [InferredMapping.Property], _ title: String) {
    unlinked.formUnion(relationships)
    unproved += relationships.map {
      "what Core Data does with the links of \($0.entity).\($0.name) in \(title) is not known, because its inverse changes"
    }
  }

  /// Notes the constraints that a mapping adds, unless a new property without a default is among their properties: NULL is
  /// equal to nothing.
  fileprivate mutating func noteConstraints(
    of mapping: InferredMapping, _ next: DeclaredVersions.Version, _ title: String
  ) {
    for entity in mapping.entities {
      guard let source = entity.source.flatMap(mapping.from.entity),
        let declared = mapping.to.entity(named: entity.name)
      else { continue }
      let sources = entity.sourceNames
      for constraint in declared.uniquenessConstraints {
        let former = constraint.map { sources[$0] }
        let isKept = source.uniquenessConstraints.contains { Set($0.map(Optional.some)) == Set(former) }
        let isFilled = zip(constraint, former).allSatisfy { name, former in
          former != nil || entity.attributes.contains { $0.attribute.name == name && $0.attribute.defaultText != nil }
        }
        if isKept || !isFilled { continue }
        let place = next.place(ofEntity: entity.name, property: constraint.first)
        addedConstraints.append(
          MappingRefusal(
            place: place, isOfSwiftData: isOfSwiftData,
            .duplicates(entity: entity.name, constraint, stage: stageName(title, next), place)))
      }
    }
  }

  fileprivate func stageName(_ title: String, _ next: DeclaredVersions.Version) -> String {
    isStaged ? title : next.name ?? next.title
  }

  /// Code that runs before a mapping can merge objects with equal values, so objects without them are generated.
  fileprivate mutating func establishConstraints(of next: DeclaredModel, _ title: String) {
    var names: [String] = []
    let entities = model.entities.map { entity -> DeclaredModel.Entity in
      let known = Set(entity.attributes.map(\.name) + entity.relationships.map(\.name))
      let added = (next.entity(named: entity.name)?.uniquenessConstraints ?? []).filter {
        !entity.uniquenessConstraints.contains($0) && known.isSuperset(of: $0)
      }
      names += added.map { "\(entity.name).\($0.joined(separator: ", "))" }
      return entity.adding(uniquenessConstraints: added)
    }
    model = DeclaredModel(version: model.version, entities: entities)
    unproved += names.map { "it is not proved that the code of \(title) merges objects with equal \($0)" }
  }

  /// A finding about the SQL of a mapping as one about what the application declares.
  func explaining(_ finding: Finding) -> Finding {
    guard case .sqlFailed(let path, let line, let error)? = (finding.kind as? MigrationFailed)?.failure.error,
      let migration = migrations.first(where: { $0.path == path && $0.firstLine == line }),
      let (next, layout) = destinations[migration.id],
      let columns = error.columnsOfUniqueConstraint,
      let table = layout.entityTables.first(where: { $0.name == columns.table })
    else { return finding }
    for entity in next.model.family(of: table.rootEntity) {
      let properties = entity.uniquenessConstraints.first { constraint in
        constraint.map { layout.columnName(of: $0, in: entity.name) } == columns.names
      }
      guard let properties else { continue }
      let place = next.place(ofEntity: entity.name, property: properties.first)
      return finding.explained(
        by: MappingRefusal(
          place: place, isOfSwiftData: isOfSwiftData,
          .duplicates(entity: entity.name, properties, stage: stageName(migration.title, next), place)))
    }
    return finding
  }
}

extension SchemaError {
  /// The table and the columns of a unique constraint that rows violate.
  ///
  /// > UNIQUE constraint failed: ZTAG.ZNAME, ZTAG.ZKIND
  fileprivate var columnsOfUniqueConstraint: (table: String, names: [String])? {
    guard let range = message.firstRange(of: "UNIQUE constraint failed: ") else { return nil }
    let parts = message[range.upperBound...].split(separator: ", ").map { $0.split(separator: ".").map(String.init) }
    guard let table = parts.first?.first, parts.allSatisfy({ $0.count == 2 && $0[0] == table }) else { return nil }
    return (table, parts.map { $0[1] })
  }
}

extension StoreLayout {
  /// The column of an attribute, or of the key of a to-one relationship.
  fileprivate func columnName(of property: String, in entity: String) -> String? {
    if let column = column(of: property, in: entity) { return column.name }
    if case .ownKey(let column)? = storage(of: property, in: entity) { return column }
    let parts = columns(ofComposite: property, in: entity)
    return parts.count == 1 ? parts[0].name : nil
  }
}

extension DeclaredVersions {
  /// The position of the version whose stores are those of a model: Core Data compares hashes, not names.
  fileprivate func position(of model: DeclaredModel, named name: String) -> Int? {
    let found = versions.indices.filter { versions[$0].model.hasSameStores(as: model) }
    return found.first { versions[$0].name == name } ?? found.last
  }
}

extension DeclaredModel {
  /// Whether SwiftData opens a store of one model with the other without a migration, as far as that is known.
  fileprivate func hasSameStores(as other: DeclaredModel) -> Bool {
    if entities == other.entities { return true }
    guard Set(entities.map(\.name)) == Set(other.entities.map(\.name)) else { return false }
    switch CoreDataComparison(from: other, to: self).verdict {
    case .opens: return true
    case .refuses: return false
    case .undetermined:
      guard let own = try? StoreLayout(of: self), let theirs = try? StoreLayout(of: other) else { return false }
      return own.statements == theirs.statements
    }
  }

  /// A value for each column of an attribute's default. Only whether there is a value matters: the default is an
  /// expression of the program, which is not run.
  fileprivate func defaultColumns(of name: String, in entity: String) -> [SQLLiteral]? {
    guard let attribute = lineage(of: entity).lazy.flatMap(\.attributes).first(where: { $0.name == name }) else {
      return nil
    }
    return attribute.columnValues
  }
}

extension DeclaredModel.Attribute {
  fileprivate var columnValues: [SQLLiteral] {
    if type.hasComponents { return components.flatMap(\.columnValues) }
    switch type {
    case .integer16, .integer32, .integer64: return [.integer(defaultText.flatMap { Int64($0) } ?? 0)]
    case .boolean: return [.integer(["true", "YES", "1"].contains(defaultText) ? 1 : 0)]
    case .double, .float, .decimal, .date: return [.real(defaultText.flatMap { Double($0) } ?? 0)]
    case .binary, .uuid, .encoded, .transformable: return [.blob([0])]
    default: return [.text(defaultText ?? "")]
    }
  }
}
