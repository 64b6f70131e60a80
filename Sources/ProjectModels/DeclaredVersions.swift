public import EntityModel

/// What the sources of an application declare of one store: the versions of its model, and how a store of one becomes a
/// store of the next.
public struct DeclaredVersions: Sendable {
  /// One version of the model.
  public struct Version: Sendable {
    /// The name under which a ledger freezes it: a version identifier such as `1.2.0`, or the name of a Core Data model
    /// with `-` for what a ledger does not allow; `nil` if the sources state no version.
    public let name: String?
    /// The name in the sources, such as `AppSchemaV2`, `Model 12` or the place of a list of models.
    public let title: String
    /// The model. It is complete only if ``problems`` is empty.
    public let model: DeclaredModel
    /// Why the tables of ``model`` are not known, whatever it has, as a clause; `nil` if the model tells.
    package let unknownTables: String?
    /// Which stored values the program can read, as far as ``model`` does not say it.
    public let values: ReadableValues
    /// Where the version is declared.
    public let place: ModelPlace
    /// What prevents the version from being used.
    public let problems: [ModelReadingProblem]
    /// Where entities and properties are declared, and the parts of properties.
    let places: [Declaration: ModelPlace]
    /// Where the enumerations and structures are declared that decide the columns of a property.
    let typePlaces: [Declaration: ModelPlace]

    /// Where a property is declared, by the entity or its superentities. Without such a property, where the entity is;
    /// without such an entity, where the version is.
    ///
    /// - Parameter property: The name; the name of a part follows a dot, as in `ModelDifference`. A part that the sources
    ///   do not declare is where its type is declared.
    public func place(ofEntity entity: String, property: String? = nil) -> ModelPlace {
      let line = model.lineage(of: entity).map(\.name)
      var name = property
      while let current = name {
        if let found = first(places, line, current) { return found }
        name = current.lastIndex(of: ".").map { String(current[..<$0]) }
        if let name, let found = first(typePlaces, line, name) { return found }
      }
      return places[Declaration(entity: entity)] ?? place
    }

    /// Where the first of some changes to this version is declared. If the cases, the parts or the raw type of an
    /// enumeration or structure changed, and not which type the property has, it is where that type is declared.
    public func place(ofFirst changes: [ModelDifference.Change]) -> ModelPlace {
      guard let first = changes.first else { return place }
      let isOfType =
        [.components, .type].contains(first.kind)
        && !changes.contains { ($0.entity, $0.property, $0.kind) == (first.entity, first.property, .valueType) }
      let line = model.lineage(of: first.entity).map(\.name)
      if isOfType, let property = first.property, let found = self.first(typePlaces, line, property) { return found }
      return self.place(ofEntity: first.entity, property: first.property)
    }

    private func first(
      _ places: [Declaration: ModelPlace], _ entities: [String], _ property: String
    ) -> ModelPlace? {
      entities.lazy.compactMap { places[Declaration(entity: $0, property: property)] }.first
    }

    /// The files that declare it, sorted.
    public var paths: [String] { Set(places.values.map(\.path) + [place.path]).sorted() }

    fileprivate var withoutName: Version {
      Version(
        name: nil, title: title, model: model, unknownTables: unknownTables, values: values, place: place,
        problems: problems, places: places,
        typePlaces: typePlaces)
    }
  }

  /// An entity, or a property of it.
  struct Declaration: Hashable, Sendable {
    let entity: String
    var property: String?
  }

  /// A stage of a migration plan.
  public struct Stage: Sendable, Hashable {
    /// Where it is declared.
    public let place: ModelPlace
    /// The titles of the versions that it connects.
    public let from: String
    /// The title of the version to which it leads.
    public let to: String
    /// Whether code of the application runs in it.
    public let isCustom: Bool

    /// Creates a stage.
    public init(from: String, to: String, isCustom: Bool, place: ModelPlace) {
      self.place = place
      self.from = from
      self.to = to
      self.isCustom = isCustom
    }
  }

  /// A mapping model of a Core Data project. It is never run.
  public struct MappingModel: Sendable, Hashable {
    /// The path of the folder.
    public let path: String
    /// The title of the version whose stores it migrates; `nil` if the file does not name it in the known form.
    public let from: String?
    /// The title of the version to which it leads; `nil` as for ``from``.
    public let to: String?

    /// Creates a mapping model.
    public init(path: String, from: String?, to: String?) {
      self.path = path
      self.from = from
      self.to = to
    }

    /// Whether it migrates stores of one version to another, as far as its file tells.
    public func mayLead(from: String, to: String) -> Bool {
      self.from.map { $0 == from } ?? true && self.to.map { $0 == to } ?? true
    }
  }

  /// A migration plan.
  public struct Plan: Sendable, Hashable {
    /// The dotted name.
    public let name: String
    /// Where it is declared.
    public let place: ModelPlace
    /// The stages, in order.
    public let stages: [Stage]
    /// Where the application creates another container for the same models without the plan; `nil` if it does not.
    public let fallback: ModelPlace?
  }

  /// How a store of an older version becomes one of the current version.
  public enum Migration: Sendable, Hashable {
    /// Core Data infers one mapping from the store's version to the current one.
    ///
    /// https://developer.apple.com/documentation/coredata/migrating-your-data-model-automatically
    case direct
    /// SwiftData goes from version to version, in the order of ``DeclaredVersions/versions``.
    ///
    /// If ``Plan/fallback`` exists, a store that the plan refuses is opened without the plan.
    ///
    /// https://developer.apple.com/documentation/swiftdata/schemamigrationplan
    case staged(Plan)
  }

  /// The versions, oldest first. Never empty. Without a plan, a SwiftData source has only the current version.
  public let versions: [Version]
  /// The position of the version that the application opens its store with.
  public let currentIndex: Int
  /// How older stores are migrated.
  public let migration: Migration
  /// What is wrong with the migration plan.
  public let planFindings: [PlanFinding]
  /// The mapping models between ``versions``, sorted by path.
  public let mappingModels: [MappingModel]

  /// The version that the application opens its store with.
  public var current: Version { versions[currentIndex] }

  /// The same versions as if the sources did not name them.
  package var withoutNames: DeclaredVersions {
    DeclaredVersions(
      versions: versions.map(\.withoutName), currentIndex: currentIndex, migration: migration,
      planFindings: planFindings.map(\.withoutVersion), mappingModels: mappingModels)
  }

  /// The version of a name.
  public func version(named name: String) -> Version? { versions.first { $0.name == name } }
}

/// The SwiftData schemas of an application.
public struct DeclaredSchemas: Sendable {
  /// A schema, and how a configuration names it.
  public struct Schema: Sendable {
    /// The dotted name of a version, or the path and the line of a container.
    public let name: String
    /// Where it is declared.
    public let place: ModelPlace
    /// The entities of the store, in order.
    public let entities: [String]
    /// The CloudKit container that the store's configuration names, or the expression that gives it; `nil` for none.
    public let cloudKitContainer: String?
  }

  /// The schemas.
  public let schemas: [Schema]
  /// Whether each is the schema of one database. Otherwise one of them must be chosen.
  public let isDetermined: Bool
  /// The containers of the application whose models are not known, with the reason: each may open another store.
  public let unread: [ModelReadingProblem]
  /// The types that were taken from another folder although no project says that it is visible there.
  public let guesses: [String]
  /// Where containers are created whose stores are in memory only, or of tests and previews.
  public let withoutFile: [ModelPlace]
  /// Where other containers are created, in files that no target of the project compiles.
  public let unbuilt: [ModelPlace]
}

/// Why the sources do not give the versions of one store.
public enum ProjectModelsError: Error, Sendable, Hashable {
  /// No file below the folder declares a model.
  case absent
  /// The files declare these models, and nothing that makes a schema of them.
  case withoutSchema(models: [String])
  /// Several schemas could be meant: their names, and where they are.
  case ambiguous([String])
  /// The configuration names a schema that is none, or several.
  case unknownSchema(String, known: [String])
  /// This program was built without the reader of Swift sources.
  case readerAbsent
  /// The model cannot be read.
  case unread([ModelReadingProblem])
}
