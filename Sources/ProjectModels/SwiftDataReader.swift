#if SourceReader
  internal import Digests
  internal import EntityModel
  package import GitStore
  internal import SourceModels
  internal import SwiftProjects
  internal import Synchronization

  /// Reads the versions of a SwiftData schema from Swift sources. Nothing is compiled or run.
  package struct SwiftDataReader {
    /// The folder of the sources; empty for the whole repository.
    private let folder: String
    /// The name of a version, or the path of a container's file; `nil` if the sources have one schema.
    private let schema: String?
    private let types: [String: StoredType]
    /// The operating system in `os(…)`; `nil` for that of the project.
    private let operatingSystem: String?

    /// Creates a reader of the sources in a folder.
    ///
    /// - Parameters:
    ///   - schema: names the schema, if the sources have several: the name of a version, or the path of the file that creates
    ///     the container.
    ///   - types: how types are stored that the sources do not declare, by name.
    ///   - operatingSystem: the system in `os(…)`, such as `iOS`; `nil` for the one of the project. If the project has
    ///     several, they must have the same models.
    package init(
      folder: String, schema: String? = nil, types: [String: StoredType] = [:], operatingSystem: String? = nil
    ) {
      self.folder = folder
      self.schema = schema
      self.types = types
      self.operatingSystem = operatingSystem
    }

    /// The schemas of the application's databases, or those of which it is not determined which one is.
    ///
    /// - Throws: `GitError`.
    package func schemas(in snapshot: FileSnapshot) throws -> DeclaredSchemas {
      let source = try Source(in: snapshot, under: folder)
      let scope = try scope(of: source, for: operatingSystem ?? source.onlySystem)
      func schemas(_ references: [SchemaReference]) -> [DeclaredSchemas.Schema] {
        references.map { reference in
          DeclaredSchemas.Schema(
            name: reference.name, place: ModelPlace(reference.location),
            entities: scope.schema(of: reference).model.entities.map(\.name),
            cloudKitContainer: scope.cloudKitContainer(of: reference) {
              source.projects.entitlements(of: $0)?.cloudContainers.first
            })
        }
      }
      let (references, isDetermined): ([SchemaReference], Bool) =
        switch scope.choice {
        case .databases(let references): (references, true)
        case .ambiguous(let references): (references, false)
        case .absent: ([], true)
        }
      let read = schemas(references)
      return DeclaredSchemas(
        schemas: read, isDetermined: isDetermined,
        unread: scope.unreadContainers.map(ModelReadingProblem.init),
        guesses: scope.guessedUses.map { use in
          "\(use.name) of \(use.user) is taken from \(use.module): no project says which files are a module"
        },
        withoutFile: scope.containers.filter { !$0.isSchema && !$0.opensStore && !$0.isUnbuilt }.map {
          ModelPlace($0.location)
        },
        unbuilt: scope.containers.filter(\.isUnbuilt).map { ModelPlace($0.location) })
    }

    /// Reads the versions.
    ///
    /// - Throws: ``ProjectModelsError``, `GitError`.
    package func versions(in snapshot: FileSnapshot) throws -> DeclaredVersions {
      let declared: DeclaredVersions
      do {
        declared = try versionsOfSystems(in: snapshot)
      } catch let error as ProjectModelsError {
        guard case .unread(let problems) = error,
          let whole = try? readerOfAll?.versionsOfSystems(in: snapshot),
          let outside = outside(whole, problems)
        else { throw error }
        throw ProjectModelsError.unread(outside)
      }
      let unknown = declared.versions.flatMap(\.unknownTypes)
      if !unknown.isEmpty, let whole = try? readerOfAll?.versionsOfSystems(in: snapshot) {
        let others = Set(whole.versions.flatMap(\.unknownTypes))
        let problems = unknown.filter { !others.contains($0) }
        if !problems.isEmpty { throw ProjectModelsError.unread(outside(whole, problems) ?? problems) }
      }
      return declared
    }

    /// The part of the application that the migration plan of the schema needs; `nil` if no plan has the schema.
    ///
    /// If the project is for several operating systems, it is as the first of them has it, and iOS before others.
    ///
    /// - Throws: ``ProjectModelsError``, `GitError`.
    package func slice(in snapshot: FileSnapshot) throws -> PlanSlice? {
      let source = try Source(in: snapshot, under: folder)
      let systems = source.systems
      let system = operatingSystem ?? source.onlySystem ?? (systems.contains("iOS") ? "iOS" : systems.first)
      let reading = ScopeReading(scope: try scope(of: source, for: system), projects: source.projects)
      return try reading.slice(schema: schema, source.tree, Self.conditions(of: source.projects, system))
    }

    /// The reader of all sources; `nil` if this one reads them.
    private var readerOfAll: SwiftDataReader? {
      folder.isEmpty
        ? nil : SwiftDataReader(folder: "", schema: schema, types: types, operatingSystem: operatingSystem)
    }

    /// The problems with the hint that what is missing is outside of the folder; `nil` if nothing of the models is.
    private func outside(_ whole: DeclaredVersions, _ problems: [ModelReadingProblem]) -> [ModelReadingProblem]? {
      let outside = whole.versions.flatMap { $0.paths + $0.typePlaces.values.map(\.path) }
      guard let first = Set(outside.filter { !$0.hasPrefix(folder + "/") }).sorted().first else { return nil }
      return problems.map { problem in
        ModelReadingProblem(
          place: problem.place, message: problem.message,
          hint: "\(first) is outside of \(folder): remove 'path' from the source, so that all files are read")
      }
    }

    /// The versions, as each operating system of the project has them.
    private func versionsOfSystems(in snapshot: FileSnapshot) throws -> DeclaredVersions {
      let source = try Source(in: snapshot, under: folder)
      func read(_ system: String?) throws -> DeclaredVersions {
        try ScopeReading(scope: scope(of: source, for: system), projects: source.projects).versions(schema: schema)
      }
      let known = operatingSystem ?? source.onlySystem
      let result = Result { try read(known) }
      guard known == nil, result.dependsOnConditions else { return try result.get() }
      // Whatever cannot be read for a system is not built for it.
      let read = source.systems.compactMap { system in (try? read(system)).map { (system, $0) } }
      guard let first = read.first else { return try result.get() }
      let others = read.filter { $0.1.versions.map(\.model) != first.1.versions.map(\.model) }
      guard let other = others.first else { return first.1 }
      throw ProjectModelsError.unread([
        ModelReadingProblem(
          place: first.1.current.place, message: "the models are different for \(first.0) and \(other.0)",
          hint: "choose one under 'source' in schemaledger.yml, such as os: \(first.0)")
      ])
    }

    /// What is read of a snapshot for any operating system.
    private struct Source {
      let files: SourceFiles
      let projects: SwiftProjects
      let tree: SnapshotTree
      /// The systems of the project's targets, or all if it does not name any.
      let systems: [String]
      /// The system, if the project is for one.
      var onlySystem: String? { systems.count == 1 ? systems.first : nil }

      init(in snapshot: FileSnapshot, under folder: String) throws {
        files = try SourceFiles(in: snapshot, under: folder)
        projects = try files.projects()
        tree = try SnapshotTree(files, without: Set(projects.modules.flatMap(\.previews)))
        let targets = projects.modules.filter { $0.kind != .test }
        let named = Set(targets.flatMap(\.conditions.platforms).compactMap { Self.systems[$0] })
        // A target without a known platform may be built for any.
        let isKnown = targets.allSatisfy { !$0.conditions.platforms.isEmpty || $0.kind != .app } && !named.isEmpty
        systems = isKnown ? named.sorted() : Set(Self.systems.values).sorted()
      }

      /// https://developer.apple.com/documentation/xcode/build-settings-reference#Supported-Platforms
      private static let systems = [
        "iphoneos": "iOS", "macosx": "macOS", "watchos": "watchOS", "appletvos": "tvOS", "xros": "visionOS",
      ]
    }

    private func scope(of source: Source, for system: String?) throws -> SourceScope {
      SourceScope(
        source.tree, modules: Self.modules(of: source.projects),
        unbuilt: source.projects.hasAllTargets ? Set(source.projects.unbuilt) : [],
        types: types.mapValues(TypeDefinition.init),
        cache: Self.cache(for: Self.conditions(of: source.projects, system)))
    }

    private static func cache(for conditions: KnownConditions) -> SourceCache {
      parsed.withLock { caches in
        let cache = caches[conditions] ?? SourceCache(conditions: conditions)
        caches[conditions] = cache
        return cache
      }
    }

    /// What was parsed, by the ids of files: the same for every commit and database of the process.
    private static let parsed = Mutex<[KnownConditions: SourceCache]>([:])

    private static func modules(of projects: SwiftProjects) -> [ModulePaths] {
      // A file that several targets compile belongs to the one that is read last: the application's.
      let order: [ModuleKind] = [.other, .plugin, .macro, .executable, .library, .appExtension, .app]
      return projects.modules.filter { $0.kind != .test }.sorted { one, other in
        (order.firstIndex(of: one.kind) ?? 0) < (order.firstIndex(of: other.kind) ?? 0)
      }.map { ModulePaths(name: $0.name, paths: $0.sources, isGuess: $0.isGuess) }
    }

    /// The conditions of a release build. One that any target sets on some platforms only is not known.
    private static func conditions(of projects: SwiftProjects, _ system: String?) -> KnownConditions {
      let modules = projects.modules.filter { $0.kind != .test }
      let uncertain = Set(modules.flatMap(\.conditions.uncertain))
      return KnownConditions(
        operatingSystem: system, defined: Set(modules.flatMap(\.conditions.active)).subtracting(uncertain),
        undefined: uncertain.contains("DEBUG") ? [] : ["DEBUG"])
    }
  }

  extension TypeDefinition {
    fileprivate init(_ type: StoredType) {
      switch type {
      case .rawValue(let raw): self = .rawValue(raw)
      case .cases(let cases): self = .cases(cases)
      case .structure(let parts):
        self = .structure(
          parts.map { DeclaredModel.Attribute(name: $0.name, type: $0.type, isOptional: $0.isOptional) })
      case .encoded: self = .encoded
      }
    }
  }

  /// The Swift files of a snapshot.
  private struct SnapshotTree: SourceTree {
    let files: [SourceFile]
    private let snapshot: FileSnapshot

    /// - Throws: `GitError`.
    init(_ source: SourceFiles, without previews: Set<String>) throws {
      snapshot = source.snapshot
      files = try source.all.compactMap { file in
        guard file.path.hasSuffix(".swift"), source.isBelow(file.path), !previews.contains(file.path) else {
          return nil
        }
        // The work tree has no ids.
        let id = try file.id?.hex ?? sha256(source.snapshot.read(file.path) ?? [])
        return SourceFile(path: file.path, contentID: id)
      }
    }

    func bytes(of file: SourceFile) throws -> [UInt8] { try snapshot.read(file.path) ?? [] }

    func concurrentReader() -> (@Sendable (SourceFile) throws -> [UInt8])? {
      guard let reader = try? snapshot.blobReader() else { return nil }
      return { file in try ObjectID(hex: file.contentID).map(reader.blob) ?? [] }
    }
  }

  /// Chooses the schema of a scope, and reads its versions.
  private struct ScopeReading {
    let scope: SourceScope
    let projects: SwiftProjects

    func versions(schema: String?) throws(ProjectModelsError) -> DeclaredVersions {
      let reference = try choice(schema)
      let plan = plan(of: reference)
      guard let plan, case .version(let current) = reference else {
        let version = version(reference)
        if !version.problems.isEmpty { throw .unread(version.problems) }
        return DeclaredVersions(
          versions: [version], currentIndex: 0, migration: .direct, planFindings: findings(reference),
          mappingModels: [])
      }
      if !plan.unresolved.isEmpty { throw .unread(Self.problems(plan.unresolved)) }
      let listed = plan.versions.compactMap { name in scope.versions.first { $0.name == name } }
      let versions = listed.map { version(.version($0)) }
      guard let index = listed.firstIndex(where: { $0.name == current.name }) else {
        throw .unknownSchema(current.name, known: plan.versions)
      }
      if !versions[index].problems.isEmpty { throw .unread(versions[index].problems) }
      let stages = plan.stages.map { stage in
        DeclaredVersions.Stage(
          from: stage.fromVersion, to: stage.toVersion, isCustom: stage.kind != .lightweight,
          place: ModelPlace(stage.location))
      }
      return DeclaredVersions(
        versions: versions, currentIndex: index,
        // A plan without stages leaves all migrations to SwiftData.
        migration: stages.isEmpty
          ? .direct
          : .staged(
            .init(
              name: plan.name, place: ModelPlace(plan.location), stages: stages, fallback: fallback(for: current))),
        planFindings: findings(reference), mappingModels: [])
    }

    func slice(
      schema: String?, _ tree: SnapshotTree, _ conditions: KnownConditions
    ) throws(ProjectModelsError) -> PlanSlice? {
      guard let plan = plan(of: try choice(schema)) else { return nil }
      let slice = scope.slice(of: plan, in: tree, conditions)
      return PlanSlice(
        module: slice.module, plan: plan.name, files: slice.files.map { .init(path: $0.path, text: $0.text) },
        stages: slice.stages.map { .init(from: $0.from, to: $0.to, place: ModelPlace($0.location)) },
        problems: slice.unreadableFiles.map {
          ModelReadingProblem(place: ModelPlace(path: $0, line: 1), message: "the file is not valid Swift", hint: nil)
        }
          + slice.unknownConditions.map {
            ModelReadingProblem(
              place: ModelPlace($0.location), message: "the project does not say whether '#if \($0.text)' is true",
              hint: nil)
          })
    }

    private func choice(
      _ schema: String?
    ) throws(ProjectModelsError) -> SchemaReference {
      let choice = scope.choice
      if let schema {
        guard let reference = scope.reference(named: schema) else {
          let containers = Set(scope.containers.map(\.location.path)).sorted()
          throw .unknownSchema(schema, known: scope.versions.map(\.name) + containers)
        }
        return reference
      }
      switch choice {
      case .databases(let references):
        guard let first = references.first, references.count == 1 else { throw .ambiguous(references.map(\.name)) }
        return first
      case .ambiguous(let references): throw .ambiguous(references.map(\.name))
      case .absent:
        let containers = scope.unreadContainers
        if !containers.isEmpty { throw .unread(Self.problems(containers + scope.unreadableFiles)) }
        let models = scope.modelClasses.map(\.name)
        if !models.isEmpty { throw .withoutSchema(models: models) }
        let unreadable = scope.unreadableFiles
        throw unreadable.isEmpty ? .absent : .unread(Self.problems(unreadable))
      }
    }

    /// The plan by which the application's container migrates to a schema. Without such a container, the only plan that has
    /// the version.
    private func plan(of reference: SchemaReference) -> PlanDeclaration? {
      guard case .version(let version) = reference else { return nil }
      let used = scope.containers.filter(\.opensStore).compactMap(scope.plan)
      let candidates = used.filter { $0.versions.contains(version.name) }
      if let plan = candidates.first { return plan }
      let all = scope.plans.filter { $0.versions.contains(version.name) }
      return all.count == 1 ? all.first : nil
    }

    private func findings(_ reference: SchemaReference) -> [PlanFinding] {
      let names = Dictionary(scope.versions.compactMap { version in version.identifier.map { (version.name, $0) } }) {
        first, _ in first
      }
      return scope.planProblems(of: reference).map { PlanFinding($0, naming: names) }
        + scope.sharedStores(of: reference, in: projects.storeFolder).map(PlanFinding.init)
    }

    /// The container that the application creates for a version without a plan, beside one with a plan.
    private func fallback(for version: VersionDeclaration) -> ModelPlace? {
      scope.containers.first { container in
        container.opensStore && scope.plan(of: container) == nil
          && (scope.version(of: container)?.name == version.name
            || !container.models.isEmpty && Set(container.models) == Set(version.models))
      }.map { ModelPlace($0.location) }
    }

    /// A file that cannot be read explains what is not found.
    private static func problems(_ unresolved: [Unresolved]) -> [ModelReadingProblem] {
      let files = unresolved.filter { if case .file = $0.reason { true } else { false } }
      return (files.isEmpty ? unresolved : files).map(ModelReadingProblem.init)
    }

    private func version(_ reference: SchemaReference) -> DeclaredVersions.Version {
      let schema = scope.schema(of: reference)
      var places: [DeclaredVersions.Declaration: ModelPlace] = [:]
      var typePlaces: [DeclaredVersions.Declaration: ModelPlace] = [:]
      for (name, entity) in schema.entities {
        places[.init(entity: name)] = ModelPlace(entity.location)
        for (property, location) in entity.properties {
          places[.init(entity: name, property: property)] = ModelPlace(location)
        }
        for (property, location) in entity.valueTypes {
          typePlaces[.init(entity: name, property: property)] = ModelPlace(location)
        }
      }
      let name: String?
      let title: String
      switch reference {
      case .version(let version): (name, title) = (version.identifier, version.name)
      // A line would make another version of it whenever it moves.
      case .container(let container): (name, title) = (container.version, container.location.path)
      }
      return DeclaredVersions.Version(
        name: name, title: title, model: schema.model, unknownTables: nil, values: schema.values,
        place: ModelPlace(reference.location),
        problems: Self.problems(schema.unresolved), places: places, typePlaces: typePlaces)
    }
  }

  extension DeclaredVersions.Version {
    /// The attributes whose types no file that was read declares, or whose storage is not known.
    fileprivate var unknownTypes: [ModelReadingProblem] {
      func types(_ attribute: DeclaredModel.Attribute) -> [String] {
        attribute.type == .unknown ? [attribute.valueType ?? ""] : attribute.components.flatMap(types)
      }
      return model.entities.flatMap { entity in
        entity.attributes.flatMap { attribute in
          types(attribute).map { type in
            ModelReadingProblem(
              place: place(ofEntity: entity.name, property: attribute.name),
              message: "\(entity.name).\(attribute.name) has the type \(type), which no file declares")
          }
        }
      }
    }
  }

  extension Result<DeclaredVersions, any Error> {
    /// Whether a compilation condition that is not known decides something.
    fileprivate var dependsOnConditions: Bool {
      switch self {
      case .success(let declared): declared.versions.flatMap(\.problems).contains { $0.condition != nil }
      case .failure(ProjectModelsError.unread(let problems)): problems.contains { $0.condition != nil }
      case .failure(ProjectModelsError.ambiguous), .failure(ProjectModelsError.unknownSchema): true
      case .failure: false
      }
    }
  }

  extension SwiftProjects {
    /// The entitlements of the app or the extension that is a module.
    fileprivate func entitlements(of module: String) -> Entitlements? { process(module)?.entitlements }

    /// The module of this name, if it is a process of its own.
    private func process(_ name: String) -> SourceModule? {
      modules.first { $0.name == name && [.app, .appExtension].contains($0.kind) }
    }

    /// Of several app groups, it is not documented which one SwiftData takes.
    ///
    /// https://developer.apple.com/documentation/swiftdata/modelconfiguration/groupcontainer-swift.struct/automatic
    fileprivate func storeFolder(of module: String) -> StoreFolder? {
      guard let process = process(module) else { return nil }
      guard let groups = process.entitlements?.applicationGroups else { return .unknown }
      guard let group = groups.first else { return .own }
      return groups.count == 1 && !group.contains("$") ? .group(group) : .unknown
    }
  }

  extension ModelPlace {
    fileprivate init(_ location: SourceLocation) { self.init(path: location.path, line: location.line) }
  }

  extension ModelReadingProblem {
    fileprivate init(_ unresolved: Unresolved) {
      self.init(
        place: unresolved.location.map(ModelPlace.init), message: unresolved.message,
        hint: unresolved.reason.typeName.map { type in
          let example = type == "CGFloat" ? "Double}' if stores have a number" : "String}' if it is one text"
          return
            "describe its storage in schemaledger.yml, under source: 'types: {\(type): \(example), or the properties that it encodes (schemaledger help configuration types)"
        }, condition: unresolved.reason.condition)
    }
  }
#endif
