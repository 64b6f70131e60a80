internal import EntityModel
public import GitStore
public import LedgerCore
internal import MigrationSources
internal import ProjectModels
internal import SQLiteSandbox
public import SQLiteSchema

/// The differences between a store and the models that the source declares, with the places of the declarations.
public struct SourceDrift: Sendable {
  /// A difference, and where the source declares what differs.
  public struct Difference: Sendable {
    /// The change from the source to the store.
    public let change: SchemaChange
    /// The path and the line of the declaration; `nil` if the change is not about a declaration.
    public let place: String?
  }

  /// The name that the user gave.
  public let name: String
  /// A description of the source: `today's source` or `the source at v1.2.0`.
  public let against: String
  /// The name of the version in the sources.
  public let version: String
  /// The verdict on all differences.
  public let verdict: Verdict
  /// The differences. Those of the models follow those of the tables.
  public let differences: [Difference]

  /// Compares a store with the source.
  ///
  /// - Parameter revision: the revision whose source is read; `nil` for the work tree.
  /// - Throws: `LedgerError`, in particular `.noModels` if the source does not declare models; `SchemaError`, `GitError`.
  public init(
    of store: Store, at revision: String?, in repository: Repository, _ configuration: DatabaseConfiguration
  ) throws {
    guard configuration.source.models != nil else { throw LedgerError.noModels(kind: configuration.source.kind) }
    let snapshot = try repository.snapshot(revision.map { .commit(try repository.resolve($0)) } ?? .workTree)
    let definition = try configuration.schemaSource.read(from: snapshot)
    guard let declared = definition.declared else { throw LedgerError.noModels(kind: configuration.source.kind) }
    let (schema, model) = try store.read(stubs: configuration.stubs) { database in
      (try database.schema(ignoring: configuration.ignoredTables), try StoreModel(in: database))
    }
    let settings = configuration.buildSettings()
    let version = declared.current
    let built = try definition.build(version, settings)
    let places = TablePlaces(version, try definition.layout(of: version))
    let tables = SchemaDiff(from: built.schema, to: schema)
    var changes = tables.changes.map { Difference(change: $0, place: places.place(of: $0)) }
    let models = Self.modelChanges(version.model, model)
    changes += models.map { change in
      let isDeclared = version.model.entity(named: change.object) != nil
      return Difference(
        change: change,
        place: isDeclared ? "\(version.place(ofEntity: change.object, property: change.column))" : nil)
    }
    name = store.name
    against = revision.map { "the source at \($0)" } ?? "today's source"
    self.version = version.title
    differences = changes
    verdict = SchemaDiff(changes.map(\.change)).verdict
  }

  /// What the store's own model says besides its tables. In a store of SwiftData, it has neither defaults nor Swift types.
  private static func modelChanges(_ declared: DeclaredModel, _ model: StoreModel?) -> [SchemaChange] {
    switch model {
    case .declared(let stored, .metadata)?: SchemaDiff([]).adding(from: declared.bytes, to: stored.bytes).changes
    case .declared(let stored, .modelCache)?:
      SchemaDiff([]).adding(from: declared.storedForm.bytes, to: stored.storedForm.bytes).changes
    case .unreadable?, nil: []
    }
  }
}

/// Where the tables and columns of a store are declared.
private struct TablePlaces {
  private let version: DeclaredVersions.Version
  private let layout: StoreLayout

  init(_ version: DeclaredVersions.Version, _ layout: StoreLayout) {
    self.version = version
    self.layout = layout
  }

  func place(of change: SchemaChange) -> String? {
    guard let table = layout.entityTables.first(where: { $0.name == change.object }) else { return nil }
    for entity in version.model.family(of: table.rootEntity) {
      guard let column = change.column else { return "\(version.place(ofEntity: entity.name))" }
      for attribute in entity.attributes {
        let columns =
          [layout.column(of: attribute.name, in: entity.name)].compactMap(\.self)
          + layout.columns(ofComposite: attribute.name, in: entity.name)
        if columns.contains(where: { $0.name == column }) {
          return "\(version.place(ofEntity: entity.name, property: attribute.name))"
        }
      }
      for relationship in entity.relationships {
        if case .ownKey(column)? = layout.storage(of: relationship.name, in: entity.name) {
          return "\(version.place(ofEntity: entity.name, property: relationship.name))"
        }
      }
    }
    return nil
  }
}
