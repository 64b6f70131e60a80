internal import GitStore
internal import LedgerCore
internal import MigrationSources

/// The databases whose schemas Android's Room has exported into the repository.
struct RoomProjects {
  private let snapshot: FileSnapshot

  init(in snapshot: FileSnapshot) { self.snapshot = snapshot }

  /// One trial for each database.
  ///
  /// - Throws: `GitError`.
  func find() throws -> [SourceTrial] { try RoomSchemas.folders(in: snapshot).map(trial) }

  /// The database whose schemas are in a folder, or one of whose files is at a path; `nil` if there is none.
  ///
  /// - Throws: `GitError`.
  func find(at path: String) throws -> SourceTrial? {
    let folders = try RoomSchemas.folders(in: snapshot, includesTests: true)
    let parent = path.split(separator: "/").dropLast().joined(separator: "/")
    let isFile = path.hasSuffix(".json")
    return try folders.first { $0 == path || isFile && $0 == parent }.map(trial)
  }

  /// The paths of the code from which the migrations of databases are taken.
  ///
  /// - Throws: `GitError`.
  func code(of trials: [SourceTrial]) throws -> Set<String> {
    try trials.reduce(into: []) { paths, trial in
      guard case .room = trial.source else { return }
      paths.formUnion(try RoomMigrations(of: trial.candidate.path, in: snapshot).paths)
    }
  }

  private func trial(_ folder: String) throws -> SourceTrial {
    let numbers = (try? RoomSchemas(folder: folder, in: snapshot, readsCode: false))?.versions.map(\.number) ?? []
    let range = numbers.count == 1 ? "version \(numbers[0])" : "versions \(numbers.first ?? 0) to \(numbers.last ?? 0)"
    let candidate = SourceCandidate(
      path: folder, kind: .models, convention: nil, summary: "schemas that Room has exported, \(range)",
      evidence: ["its files have the form of Room's exports, and its name is that of a class"])
    return try SourceTrial(room: candidate, RoomConfiguration(paths: [folder]), in: snapshot)
  }
}

extension SourceTrial {
  /// The path from which the name of the database is derived. That of a Room database is its class, without the package, and
  /// that of a Core Data configuration ends with it.
  var namingPath: String {
    if case .models(let models) = source, models.framework == .coreData, let part = models.schema {
      return "\(models.path)/\(part)"
    }
    // A line says nothing tomorrow.
    if source.migrations?.isOfProgram == true {
      let file = candidate.path.prefix { $0 != ":" }
      return String(file.hasSuffix(".swift") ? file.dropLast(6) : file)
    }
    guard case .room = source else { return candidate.path }
    let parts = candidate.path.split(separator: "/")
    let className = parts.last?.split(separator: ".").last ?? ""
    return (parts.dropLast() + [className]).joined(separator: "/")
  }
}
