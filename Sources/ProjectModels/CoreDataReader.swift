internal import CoreDataModels
internal import EntityModel
package import GitStore
internal import SwiftProjects

/// Reads the versions of a Core Data model from its `.xcdatamodeld` folder.
package struct CoreDataReader {
  /// The folder of the model, or one in which there is only one model; empty for the whole repository.
  private let folder: String
  /// The name of the model's configuration that the store has; `nil` for all entities.
  private let configuration: String?

  /// Creates a reader of the model in a folder.
  ///
  /// - Parameter configuration: the name of the configuration that the app opens its store with, whose entities are the
  ///   store's. A version without any configurations has one store with all entities.
  package init(folder: String, configuration: String? = nil) {
    self.folder = folder
    self.configuration = configuration
  }

  /// The models of a snapshot.
  ///
  /// - Parameter ofTests: whether those of tests are included.
  /// - Throws: `GitError`.
  package static func models(in snapshot: FileSnapshot, ofTests: Bool = false) throws -> [String] {
    let files = try SourceFiles(in: snapshot, under: "")
    return ModelPackage.find(in: files.all.map(\.path)).map(\.path).filter { path in
      // Folders such as `.github` have no code of the app.
      (ofTests || !isOfTests(path)) && !path.hasPrefix(".") && !path.contains("/.")
    }
  }

  /// Whether the current version of the model, or one of its configurations, is marked as used with CloudKit. A model that
  /// cannot be read is not.
  ///
  /// - Throws: `GitError`.
  package func isUsedWithCloudKit(in snapshot: FileSnapshot, configuration: String?) throws -> Bool {
    guard let model = try currentModel(SourceFiles(in: snapshot, under: folder)) else { return false }
    guard let configuration else {
      return model.isUsedWithCloudKit || model.configurations.contains(where: \.isUsedWithCloudKit)
    }
    return model.configurations.contains { $0.name == configuration && $0.isUsedWithCloudKit }
  }

  /// The stores that the app opens with the current version, if code of it names configurations, such as
  /// `description.configuration = "Cloud"`: the named configurations, in the order of their names, with the first place of each.
  /// If these do not have all entities, there is also a store with the whole model, whose name is `nil`.
  ///
  /// - Throws: `GitError`.
  package func openedConfigurations(in snapshot: FileSnapshot) throws -> [(name: String?, place: ModelPlace?)] {
    let files = try SourceFiles(in: snapshot, under: folder)
    guard let model = try currentModel(files), !model.configurations.isEmpty else { return [] }
    var places: [String: ModelPlace] = [:]
    try Self.forEachLine(of: files, with: ["onfiguration"]) { line, place in
      for part in model.configurations where places[part.name] == nil && line.contains("\"\(part.name)\"") {
        places[part.name] = place
      }
    }
    let opened = model.configurations.filter { places[$0.name] != nil }
    if opened.isEmpty { return [] }
    let members = Set(opened.flatMap(\.members))
    let isWhole = model.declaredModel.entities.allSatisfy { members.contains($0.name) }
    return (isWhole ? [] : [(nil, nil)]) + opened.map { ($0.name, places[$0.name]) }
  }

  /// What code does with models that no `.xcdatamodeld` folder says.
  package struct CodeOfModels {
    /// Where models are merged, so that a store has the entities of several.
    package var merging: [ModelPlace] = []
    /// Where models are made that begin without entities.
    package var making: [ModelPlace] = []
  }

  /// Finds code that merges or makes models, by the names of Core Data's initialisers and functions. One place for each file.
  ///
  /// - Throws: `GitError`.
  package static func codeOfModels(in snapshot: FileSnapshot) throws -> CodeOfModels {
    var found = CodeOfModels()
    func add(_ place: ModelPlace, to places: inout [ModelPlace]) {
      if places.last?.path != place.path { places.append(place) }
    }
    let merging = ["byMerging:", "mergedModel(from", "mergedModelFromBundles", "modelByMergingModels"]
    let making = ["NSManagedObjectModel()", "[[NSManagedObjectModel alloc] init]", "[NSManagedObjectModel new]"]
    let files = try SourceFiles(in: snapshot, under: "")
    try forEachLine(of: files, with: merging + making) { line, place in
      if merging.contains(where: line.contains) { add(place, to: &found.merging) }
      if making.contains(where: line.contains) { add(place, to: &found.making) }
    }
    return found
  }

  /// Calls a closure for the lines with one of the words that are no comments, in code of the app.
  private static func forEachLine(
    of files: SourceFiles, with words: [String], _ body: (Substring, ModelPlace) -> Void
  ) throws {
    for file in files.all where isCode(file.path) && !isOfTests(file.path) {
      guard let bytes = try files.snapshot.read(file.path) else { continue }
      let text = String(decoding: bytes, as: UTF8.self)
      guard text.contains("CoreData"), words.contains(where: text.contains) else { continue }
      for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      where words.contains(where: line.contains) && !line.drop(while: \.isWhitespace).hasPrefix("//") {
        body(line, ModelPlace(path: file.path, line: index + 1))
      }
    }
  }

  private static func isCode(_ path: String) -> Bool { [".swift", ".m", ".mm"].contains { path.hasSuffix($0) } }

  /// The current version of the model; `nil` if it cannot be read.
  private func currentModel(_ files: SourceFiles) throws -> CoreDataModel? {
    let documents = CoreDataDocuments(files)
    let packages = ModelPackage.find(in: files.all.map(\.path).filter(files.isBelow))
    guard let package = packages.first, packages.count == 1 else { return nil }
    do {
      return try documents.model(of: package.currentVersion(read: documents.bytes), in: package)
    } catch is CoreDataModelError {
      return nil
    }
  }

  /// The models of a snapshot that no target of its projects compiles; none without a project, or if one cannot be read.
  ///
  /// - Throws: `GitError`.
  package static func unbuiltModels(in snapshot: FileSnapshot) throws -> Set<String> {
    let projects = try SourceFiles(in: snapshot, under: "").projects()
    guard projects.hasAllTargets else { return [] }
    return Set(try models(in: snapshot)).subtracting(projects.modules.flatMap(\.models))
  }

  private static func isOfTests(_ path: String) -> Bool {
    path.split(separator: "/").dropLast().contains { $0.hasSuffix("Tests") || $0.hasSuffix("Test") }
  }

  /// Reads all versions of the model.
  ///
  /// - Throws: ``ProjectModelsError``, `GitError`.
  package func versions(in snapshot: FileSnapshot) throws -> DeclaredVersions {
    let files = try SourceFiles(in: snapshot, under: folder)
    let documents = CoreDataDocuments(files)
    let paths = files.all.map(\.path).filter(files.isBelow)
    var packages = ModelPackage.find(in: paths)
    let ofApplication = packages.filter { !Self.isOfTests($0.path) }
    if !ofApplication.isEmpty { packages = ofApplication }
    guard let package = packages.first else { throw ProjectModelsError.absent }
    guard packages.count == 1 else { throw ProjectModelsError.ambiguous(packages.map(\.path)) }
    do {
      let current = try package.currentVersion(read: documents.bytes)
      let names = package.versions.map { Self.versionName(of: $0.name) }
      let versions = try zip(package.versions, names).map { version, name in
        // Two names that differ only in what a ledger does not allow have none.
        let isUnique = names.count { $0 == name } == 1
        return try self.version(version, of: package, name: isUnique ? name : nil, documents)
      }
      guard let index = package.versions.firstIndex(where: { $0.path == current.path }) else {
        throw ProjectModelsError.absent
      }
      if !versions[index].problems.isEmpty { throw ProjectModelsError.unread(versions[index].problems) }
      let titles = Set(versions.map(\.title))
      return DeclaredVersions(
        versions: versions, currentIndex: index, migration: .direct, planFindings: [],
        mappingModels: try documents.mappingModels().compactMap { DeclaredVersions.MappingModel($0, among: titles) })
    } catch let error as CoreDataModelError {
      throw ProjectModelsError.unread(error.problems.map(ModelReadingProblem.init))
    }
  }

  private func version(
    _ version: ModelPackage.Version, of package: ModelPackage, name: String?, _ documents: CoreDataDocuments
  ) throws -> DeclaredVersions.Version {
    do {
      let model = try documents.model(of: version, in: package)
      let part = try part(of: model)
      var places: [DeclaredVersions.Declaration: ModelPlace] = [:]
      for (declaration, location) in model.locations {
        places[.init(entity: declaration.entity, property: declaration.property)] = ModelPlace(location)
      }
      var declared = model.declaredModel
      if let part { declared = try model.declaredModel(of: part) }
      if let name { declared.version = name }
      let place = ModelPlace(path: version.path + "/contents", line: 1)
      return DeclaredVersions.Version(
        name: name, title: version.name, model: declared,
        unknownTables: part.map { "no store with the configuration \($0.name) was measured" }, values: ReadableValues(),
        place: place, problems: [],
        places: places, typePlaces: [:])
    } catch let error as CoreDataModelError {
      return DeclaredVersions.Version(
        name: name, title: version.name, model: DeclaredModel(version: name ?? "", entities: []),
        unknownTables: nil, values: ReadableValues(),
        place: ModelPlace(path: version.path, line: 1), problems: error.problems.map(ModelReadingProblem.init),
        places: [:], typePlaces: [:])
    }
  }

  /// The configuration of a version with this reader's name.
  private func part(of model: CoreDataModel) throws(ProjectModelsError) -> CoreDataModel.Configuration? {
    guard let configuration, !model.configurations.isEmpty else { return nil }
    if let part = model.configurations.first(where: { $0.name == configuration }) { return part }
    throw .unknownSchema(configuration, known: model.configurations.map(\.name))
  }

  /// The name of a ledger's version for a model version: `Model-12` for `Model 12`.
  static func versionName(of name: String) -> String {
    let allowed = name.unicodeScalars.map { scalar -> Character in
      let isAllowed =
        scalar.isASCII
        && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "._+-".unicodeScalars.contains(scalar))
      return isAllowed ? Character(scalar) : "-"
    }
    return String(allowed.drop { !$0.isLetter && !$0.isNumber })
  }
}

extension DeclaredVersions.MappingModel {
  /// `nil` for a mapping model of versions that the model does not have: it belongs to another model.
  fileprivate init?(_ model: MappingModel, among titles: Set<String>) {
    if let ends = model.ends, !titles.isSuperset(of: [ends.source, ends.destination]) { return nil }
    self.init(path: model.path, from: model.ends?.source, to: model.ends?.destination)
  }
}

extension ModelPlace {
  fileprivate init(_ location: Location) { self.init(path: location.path, line: location.line) }
}

extension ModelReadingProblem {
  fileprivate init(_ problem: ModelProblem) {
    self.init(place: ModelPlace(problem.location), message: problem.message, hint: problem.hint)
  }
}
