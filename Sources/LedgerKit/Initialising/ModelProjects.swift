internal import GitStore
internal import LedgerCore
internal import MigrationSources
internal import ProjectModels

/// The models that the files of a repository declare: SwiftData's in Swift sources, and Core Data's in `.xcdatamodeld`
/// folders.
struct ModelProjects {
  private let snapshot: FileSnapshot

  init(in snapshot: FileSnapshot) { self.snapshot = snapshot }

  /// What is found.
  struct Found {
    /// One for each database.
    var trials: [SourceTrial] = []
    /// Containers whose models are not known, each of which may open another store, and models that cannot be
    /// read or that no target compiles.
    var unread: [SourceCandidate] = []
    /// Code that merges or makes models.
    var code: [SourceCandidate] = []
    /// Containers of stores that no user has a file of.
    var withoutFile: [SourceCandidate] = []
  }

  /// - Parameter excluded: a framework whose models are left out.
  /// - Throws: `GitError`.
  func find(besides excluded: ModelSourceConfiguration.Framework? = nil) throws -> Found {
    var found = excluded == .swiftData ? Found() : try swiftData()
    if excluded == .coreData { return found }
    let models = try coreData(CoreDataReader.models(in: snapshot))
    let unbuilt = models.isEmpty ? [] : try CoreDataReader.unbuiltModels(in: snapshot)
    func isUsable(_ trial: SourceTrial) -> Bool { trial.failure == nil && !unbuilt.contains(trial.candidate.path) }
    // A model that cannot be read, or that no target compiles, is offered only if there is nothing else.
    let usable = models.filter(isUsable)
    let isAlone = usable.isEmpty && found.trials.isEmpty
    let alone = models.map { unbuilt.contains($0.candidate.path) ? $0.noting("no target compiles it") : $0 }
    found.trials = (isAlone ? alone : usable) + found.trials
    found.code = try code(of: models)
    found.unread +=
      isAlone
      ? []
      : models.filter { !isUsable($0) }.map { trial in
        unbuilt.contains(trial.candidate.path) ? trial.candidate.with(note: "no target compiles it") : trial.failed
      }
    return found
  }

  /// What code does with models, which is not run.
  private func code(of models: [SourceTrial]) throws -> [SourceCandidate] {
    let code = try CoreDataReader.codeOfModels(in: snapshot)
    func candidate(_ place: ModelPlace, _ summary: String) -> SourceCandidate {
      SourceCandidate(path: "\(place)", kind: .programs, convention: nil, summary: summary)
    }
    // Merging is a way to find the only model of a bundle.
    let merged = models.count > 1 ? code.merging : []
    return merged.map { candidate($0, "code that merges Core Data models: a store may have the entities of several") }
      + code.making.map { candidate($0, "a Core Data model that code makes, which is not read") }
  }

  /// The database whose model is at a path: an `.xcdatamodeld` folder, or the Swift file that declares a version or
  /// creates a container. Empty if there is none.
  ///
  /// - Throws: `GitError`.
  func find(at path: String) throws -> [SourceTrial] {
    // The user may name a model of tests.
    let models = try CoreDataReader.models(in: snapshot, ofTests: true)
    if models.contains(path) { return try coreData([path]).filter { $0.candidate.path == path } }
    if let model = models.first(where: { path.hasPrefix($0 + ":") }) {
      return try coreData([model]).filter { $0.candidate.path == path }
    }
    guard path.contains(".swift") else { return [] }
    return try swiftData().trials.filter { $0.candidate.path == path }
  }

  /// The databases that a commit declares, with the other settings of a configured one. The files of a model may have been
  /// anywhere.
  ///
  /// - Throws: `GitError`.
  func sources(like configured: ModelSourceConfiguration) throws -> [ModelSourceConfiguration] {
    func source(_ path: String, _ schema: String?) -> ModelSourceConfiguration {
      var source = configured
      (source.path, source.schema) = (path, schema)
      return source
    }
    switch configured.framework {
    case .coreData: return try CoreDataReader.models(in: snapshot).map { source($0, configured.schema) }
    case .swiftData:
      #if SourceReader
        let reader = SwiftDataReader(folder: "", operatingSystem: configured.operatingSystem)
        let names = try reader.schemas(in: snapshot).schemas.map(\.name)
        // Without a schema, the whole repository says why there is none.
        return names.count <= 1 ? [source("", nil)] : names.map { source("", $0) }
      #else
        return []
      #endif
    }
  }

  private func coreData(_ models: [String]) throws -> [SourceTrial] {
    try models.flatMap { path -> [SourceTrial] in
      let parts = try CoreDataReader(folder: path).openedConfigurations(in: snapshot)
      if parts.isEmpty { return [try coreData(path, nil, nil)] }
      return try parts.map { try coreData(path, $0.name, $0.place) }
    }
  }

  /// - Parameters:
  ///   - part: the configuration with which the app opens the store; `nil` for the whole model.
  ///   - place: where code names the configuration.
  private func coreData(_ path: String, _ part: String?, _ place: ModelPlace?) throws -> SourceTrial {
    let isSynchronised = try CoreDataReader(folder: path).isUsedWithCloudKit(in: snapshot, configuration: part)
    let candidate = SourceCandidate(
      path: part.map { "\(path):\($0)" } ?? path, kind: .models, convention: nil,
      summary: part.map { "Core Data model, configuration \($0)" } ?? "Core Data model",
      evidence: (place.map { ["\($0) names the configuration"] } ?? [])
        + (isSynchronised ? ["the model is marked as used with CloudKit"] : []))
    var trial = try SourceTrial(
      models: candidate, ModelSourceConfiguration(framework: .coreData, path: path, schema: part), in: snapshot)
    trial.isSynchronised = isSynchronised
    return trial
  }

  private func swiftData() throws -> Found {
    #if SourceReader
      let found = try SwiftDataReader(folder: "").schemas(in: snapshot)
      let trials = try found.schemas.map { schema in
        let isOnly = found.schemas.count { $0.place.path == schema.place.path } == 1
        // The only schema needs no name, and is found under another name after it was renamed. The line of a container
        // changes, so it is written only if the file has several.
        let isContainer = schema.name == "\(schema.place)"
        let name = found.schemas.count == 1 ? nil : isContainer && isOnly ? schema.place.path : schema.name
        var source = ModelSourceConfiguration(framework: .swiftData, schema: name)
        source.path = folder(of: source, declaring: schema)
        let note = found.isDetermined ? "" : ", one of several of which the sources do not say which is opened"
        let title = isContainer ? "the container in line \(schema.place.line)" : schema.name
        let content = content(of: schema)
        let isAlone = found.schemas.count == 1
        let candidate = SourceCandidate(
          path: isOnly ? schema.place.path : "\(schema.place)", kind: .models, convention: nil,
          // A choice needs to be made between the contents.
          summary: "SwiftData, \(title)\(note)" + (isAlone ? "" : "; \(content)"),
          evidence: (isAlone ? [content] : [])
            + (schema.cloudKitContainer.map { ["CloudKit synchronises it with \($0)"] } ?? []) + found.guesses)
        var trial = try SourceTrial(models: candidate, source, in: snapshot)
        trial.isSynchronised = schema.cloudKitContainer != nil
        return trial
      }
      func candidate(_ place: ModelPlace?, _ summary: String) -> SourceCandidate {
        SourceCandidate(
          path: place.map { "\($0)" } ?? "", kind: .container, convention: nil, summary: "SwiftData, " + summary)
      }
      return Found(
        trials: trials,
        unread: found.unread.map { candidate($0.place, "a container that may open another store: \($0.message)") }
          + found.unbuilt.map { candidate($0, "a container in a file that no target compiles") },
        withoutFile: found.withoutFile.map { candidate($0, "a container in memory, or of tests or previews") })
    #else
      return Found()
    #endif
  }

  #if SourceReader
    private func content(of schema: DeclaredSchemas.Schema) -> String {
      let (names, shown) = (schema.entities, 5)
      if names.isEmpty { return "its models cannot be read" }
      let more = names.count > shown ? " and \(names.count - shown) more" : ""
      let noun = names.count == 1 ? "the entity" : "the entities"
      return "its store has \(noun) \(names.prefix(shown).joined(separator: ", "))\(more)"
    }

    /// The top folder with all that a schema needs; empty if that is the whole repository. History is read for each commit
    /// that changes the folder.
    private func folder(of source: ModelSourceConfiguration, declaring schema: DeclaredSchemas.Schema) -> String {
      guard let all = try? SwiftDataReader(folder: "", schema: source.schema).versions(in: snapshot),
        let top = all.current.paths.first?.split(separator: "/").first.map(String.init),
        all.versions.flatMap(\.paths).allSatisfy({ $0.hasPrefix(top + "/") }),
        let own = try? SwiftDataReader(folder: top, schema: source.schema).versions(in: snapshot),
        own.versions.map(\.model) == all.versions.map(\.model)
      else { return "" }
      return top
    }
  #endif
}
