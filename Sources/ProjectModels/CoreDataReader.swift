internal import CoreDataModels
internal import EntityModel
package import GitStore
internal import SwiftProjects

/// Reads the versions of a Core Data model from its `.xcdatamodeld` folder.
package struct CoreDataReader {
  /// The folder of the model, or one in which there is only one model; empty for the whole repository.
  private let folder: String

  /// Creates a reader of the model in a folder.
  package init(folder: String) { self.folder = folder }

  /// The models of a snapshot.
  ///
  /// - Parameter ofTests: whether those of tests are included.
  /// - Throws: `GitError`.
  package static func models(in snapshot: FileSnapshot, ofTests: Bool = false) throws -> [String] {
    let files = try SourceFiles(in: snapshot, under: "")
    return ModelPackage.find(in: files.all.map(\.path)).map(\.path).filter { ofTests || !isOfTests($0) }
  }

  /// Whether the current version of the model is marked as used with CloudKit. A model that cannot be read is not.
  ///
  /// - Throws: `GitError`.
  package func isUsedWithCloudKit(in snapshot: FileSnapshot) throws -> Bool {
    let files = try SourceFiles(in: snapshot, under: folder)
    let documents = CoreDataDocuments(files)
    let packages = ModelPackage.find(in: files.all.map(\.path).filter(files.isBelow))
    guard let package = packages.first, packages.count == 1 else { return false }
    do {
      let current = try package.currentVersion(read: documents.bytes)
      return try documents.model(of: current, in: package).isUsedWithCloudKit
    } catch is CoreDataModelError {
      return false
    }
  }

  /// The models of a snapshot that no target of its projects compiles; none without a project, or if one cannot be read.
  ///
  /// - Throws: `GitError`.
  package static func unbuiltModels(in snapshot: FileSnapshot) throws -> Set<String> {
    let projects = try SourceFiles(in: snapshot, under: "").projects()
    let isWhole = !projects.problems.contains { $0.reason.mayHideTargets }
    guard isWhole, projects.modules.contains(where: { !$0.isGuess }) else { return [] }
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
      var places: [DeclaredVersions.Declaration: ModelPlace] = [:]
      for (declaration, location) in model.locations {
        places[.init(entity: declaration.entity, property: declaration.property)] = ModelPlace(location)
      }
      var declared = model.declaredModel
      if let name { declared.version = name }
      let place = ModelPlace(path: version.path + "/contents", line: 1)
      return DeclaredVersions.Version(
        name: name, title: version.name, model: declared, values: ReadableValues(), place: place, problems: [],
        places: places, typePlaces: [:])
    } catch let error as CoreDataModelError {
      return DeclaredVersions.Version(
        name: name, title: version.name, model: DeclaredModel(version: name ?? "", entities: []),
        values: ReadableValues(),
        place: ModelPlace(path: version.path, line: 1), problems: error.problems.map(ModelReadingProblem.init),
        places: [:], typePlaces: [:])
    }
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

extension ProjectProblem.Reason {
  /// Whether a target, or one of its files, may be missing in what was read.
  fileprivate var mayHideTargets: Bool {
    switch self {
    case .missingFile, .outsideRepository, .exceptionIsFolder, .unknownExceptionSet, .unresolvedSetting, .settingsFile:
      false
    default: true
    }
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
