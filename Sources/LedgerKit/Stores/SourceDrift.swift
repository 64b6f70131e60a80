internal import Digests
internal import EntityModel
public import GitStore
public import LedgerCore
internal import MigrationSources
internal import ProjectModels
internal import SQLiteSandbox
public import SQLiteSchema
internal import SQLiteSyntax

/// The differences between a store and the models that the source declares, with the places of the declarations.
public struct SourceDrift: Sendable {
  /// A difference, and where the source declares what differs.
  public struct Difference: Sendable {
    /// The change from the source to the store.
    public let change: SchemaChange
    /// The path and the line of the declaration; `nil` if the change is not about a declaration.
    public let place: String?
    /// Whether Core Data refuses a store because of it; `nil` for a change of tables, or if that is not known.
    public let isSeen: Bool?
  }

  /// The name that the user gave.
  public fileprivate(set) var name: String
  /// A description of the source: `today's source` or `the source at v1.2.0`.
  public let against: String
  /// The name of the version in the sources.
  public let version: String
  /// The verdict on all differences.
  public let verdict: Verdict
  /// The differences. Those of the models follow those of the tables.
  public let differences: [Difference]
  /// Whether the tables of the source are known, so that those of the store were compared.
  public let areTablesKnown: Bool
  /// Whether the store has a model that was compared.
  public let hasModel: Bool

  fileprivate init(
    _ name: String, _ schema: CanonicalSchema, _ model: StoreModel?, _ source: SourceDrifts.Source
  ) {
    let tables = source.places.map { _ in SchemaDiff(from: source.schema, to: schema) }
    var changes = (tables?.changes ?? []).map {
      Difference(change: $0, place: source.places?.place(of: $0), isSeen: nil)
    }
    let version = source.version
    changes += Self.modelChanges(version.model, model, source.isSwiftData).map { change, isSeen in
      let isDeclared = version.model.entity(named: change.object.text) != nil
      return Difference(
        change: change,
        place: isDeclared ? "\(version.place(ofEntity: change.object.text, property: change.column?.text))" : nil,
        isSeen: isSeen)
    }
    areTablesKnown = source.places != nil
    hasModel = if case .declared? = model { true } else { false }
    self.name = name
    against = source.title
    self.version = version.title
    differences = changes
    verdict = SchemaDiff(changes.map(\.change)).verdict
  }

  /// What the store's own model says besides its tables, and whether Core Data sees the difference.
  private static func modelChanges(
    _ declared: DeclaredModel, _ model: StoreModel?, _ isSwiftData: Bool
  ) -> [(SchemaChange, Bool?)] {
    let changes =
      switch model {
      case .declared(let stored, .metadata)?: ModelDifference(from: declared, to: stored).changes
      case .declared(let stored, .modelCache)?:
        ModelDifference.fromDeclared(declared, toCached: stored, ofSwiftData: isSwiftData)
      case .unreadable?, nil: [ModelDifference.Change]()
      }
    return changes.map { change in
      let isSeen: Bool? =
        switch change.coreDataVisibility {
        case .seen: true
        case .unseen: false
        case .undetermined: nil
        }
      return (SchemaChange(change), isSeen)
    }
  }
}

/// Compares any number of stores with the models that the source declares. Stores with the same schema and the same model
/// are compared once, and several threads may compare at the same time.
public final class SourceDrifts: @unchecked Sendable {
  /// What the source declares.
  fileprivate struct Source {
    let title: String
    let version: DeclaredVersions.Version
    let schema: CanonicalSchema
    /// `nil` if the tables are not known.
    let places: TablePlaces?
    let isSwiftData: Bool
  }

  /// What decides an answer.
  private struct Key: Hashable {
    let schema: String
    let properties: DatabaseProperties
    /// Of the metadata and of the model cache.
    let model: [String?]
  }

  private enum Reading {
    case known(SourceDrift)
    case new(Key, CanonicalSchema, StoreModel?)
  }

  private let configuration: DatabaseConfiguration
  private let source: Source
  private let answers = StoreMemo<Key, SourceDrift>()

  /// - Parameter revision: the revision whose source is read; `nil` for the work tree.
  /// - Throws: `LedgerError`, in particular `.noModels` if the source does not declare models; `SchemaError`, `GitError`.
  public init(at revision: String?, in repository: Repository, _ configuration: DatabaseConfiguration) throws {
    guard configuration.source.models != nil else { throw LedgerError.noModels(kind: configuration.source.kind) }
    let snapshot = try repository.snapshot(revision.map { .commit(try repository.resolve($0)) } ?? .workTree)
    let definition = try configuration.schemaSource.read(from: snapshot)
    guard let declared = definition.declared else { throw LedgerError.noModels(kind: configuration.source.kind) }
    let version = declared.current
    self.configuration = configuration
    source = Source(
      title: revision.map { "the source at \($0)" } ?? "today's source", version: version,
      schema: try definition.build(version, configuration.buildSettings()).schema,
      places: (try? definition.layout(of: version)).map { TablePlaces(version, $0) },
      isSwiftData: definition.keepsHistory)
  }

  /// Compares the store at `path`.
  ///
  /// - Parameter name: the name that the user gave.
  /// - Throws: ``UnreadStore``.
  public func compare(_ path: String, named name: String) throws -> SourceDrift {
    do {
      let reading = try Store(at: path, named: name).read(stubs: configuration.stubs) { database in
        let records = try database.modelRecords(limit: StoreModel.maximumSize)
        let key = Key(
          schema: sha256(try database.storedText()), properties: try database.properties(),
          model: [records?.metadata, records?.modelCache].map { $0.map { sha256($0) } })
        if let known = answers[key] { return Reading.known(known) }
        let schema = try database.schema(ignoring: configuration.ignoredTables)
        return .new(key, schema, try StoreModel(in: database))
      }
      var drift =
        switch reading {
        case .known(let known): known
        case .new(let key, let schema, let model): answers.answer(for: key) { SourceDrift(name, schema, model, source) }
        }
      drift.name = name
      return drift
    } catch {
      throw UnreadStore(error, named: name)
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
    guard let table = layout.entityTables.first(where: { $0.name.identifier == change.object }) else { return nil }
    for entity in version.model.family(of: table.rootEntity) {
      guard let column = change.column else { return "\(version.place(ofEntity: entity.name))" }
      for attribute in entity.attributes {
        let columns =
          [layout.column(of: attribute.name, in: entity.name)].compactMap(\.self)
          + layout.columns(ofComposite: attribute.name, in: entity.name)
        if columns.contains(where: { $0.name.identifier == column }) {
          return "\(version.place(ofEntity: entity.name, property: attribute.name))"
        }
      }
      for relationship in entity.relationships {
        if case .ownKey(column.text)? = layout.storage(of: relationship.name, in: entity.name) {
          return "\(version.place(ofEntity: entity.name, property: relationship.name))"
        }
      }
    }
    return nil
  }
}
