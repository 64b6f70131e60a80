internal import GitStore
internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources

/// The folders of migrations, and the schema files, that belong to other databases than the configured one: they exist beside
/// its source, in the current tree or in the next release.
final class OtherDatabases {
  private let repository: Repository
  /// The paths of the configured source, current and former.
  private let own: Set<String>
  /// The folders of migrations in the current tree, readable or not, of SQL or of programs, and the paths of other configured databases.
  private let present: Set<String>
  private let forms: Set<MigrationForm>
  private var past: [ObjectID: Set<String>] = [:]
  private let presentFiles: FileSnapshot
  /// Schema files of later releases that were found to belong to another database.
  private var schemaFiles: Set<String> = []
  /// What was followed, by the file and the commit at which that began.
  private var formerPaths: [String: [ObjectID: [String]]] = [:]
  /// More moves of one file are not followed.
  private static let largestMoveCount = 32

  /// - Throws: `GitError`, `LedgerError.invalidConfiguration`.
  init(besides configuration: DatabaseConfiguration, in repository: Repository) throws {
    self.repository = repository
    let snapshot = try repository.present()
    let own = Set(configuration.source.paths)
    let folders = try MigrationFolders.find(in: snapshot)
    let databases = try Configuration.ifPresent(in: snapshot)?.databases ?? []
    let others = databases.filter { $0.ledger != configuration.ledger }.compactMap(\.source.migrations)
    self.own = own
    presentFiles = snapshot
    // A folder that has only programs today belongs to another database as well.
    let programs = try ProgramFolders.find(in: snapshot, excluding: own).map(\.path)
    present = try Self.folders(in: snapshot).union(others.flatMap(\.paths)).union(programs)
    let migrations = try folders.filter { !own.contains($0.folder) }.map { try Self.migrations(of: $0, in: snapshot) }
    let ownRecords = (try? configuration.schemaSource.read(from: snapshot))?.records ?? []
    forms = Set(migrations.flatMap { MigrationForm.all(of: $0.map(MigrationRecord.init)).map(\.numbered) })
      .subtracting(MigrationForm.all(of: ownRecords).map(\.numbered))
  }

  /// Whether one of the migrations is in a folder of another database in the current tree. It may have moved there.
  func have(_ records: [MigrationRecord]) -> Bool {
    !forms.isDisjoint(with: MigrationForm.all(of: records).map(\.numbered))
  }

  /// Whether the folder of a source in `snapshot` exists beside the configured source, or was developed further beside
  /// the source of the next release, `neighbour`. If it has none of the neighbour's migrations, it is then not a former
  /// folder of the database. A folder that stayed as it was may have been left when the project started over.
  ///
  /// - Throws: `GitError`.
  func have(
    _ source: SourceConfiguration, in snapshot: FileSnapshot, beside neighbour: SourceSimilarity
  ) throws -> Bool {
    guard let folder = source.migrations?.paths.first else {
      guard case .schema(let files, _, _) = source, let file = files.first else { return false }
      let isOther = try schemaFiles.contains(file) || have(schemaFile: file, in: snapshot, beside: neighbour)
      if isOther { schemaFiles.insert(file) }
      return isOther
    }
    if own.contains(folder) || neighbour.paths.contains(folder) { return false }
    if present.contains(folder) { return true }
    guard let commit = neighbour.commit else { return false }
    let later = try repository.snapshot(.commit(commit))
    if try later.id(of: folder) == snapshot.id(of: folder) { return false }
    let folders = try past[commit] ?? Self.folders(in: later)
    past[commit] = folders
    return folders.contains(folder)
  }

  /// Whether a schema file exists beside the configured source, was developed further beside that of the next release, or
  /// became another file than that.
  private func have(
    schemaFile file: String, in snapshot: FileSnapshot, beside neighbour: SourceSimilarity
  ) throws -> Bool {
    if own.contains(file) || neighbour.paths.contains(file) { return false }
    if try presentFiles.read(file) != nil { return true }
    let later = try neighbour.commit.map { try repository.snapshot(.commit($0)) } ?? presentFiles
    if let id = try later.id(of: file) { return try id != snapshot.id(of: file) }
    let paths = neighbour.paths.isEmpty ? own : neighbour.paths
    return try MovedScripts(from: snapshot, to: later).moved(file, elsewhereThan: paths)
  }

  /// The path that the only file of the source had in `snapshot`: that of the next release, the one that it moved from, or
  /// the one with the next smaller number, as `schema-v1.sql` was before `schema-v2.sql`.
  ///
  /// - Throws: `GitError`.
  func origin(of file: String, in snapshot: FileSnapshot, _ neighbour: SourceSimilarity) throws -> String? {
    let path = try former(file, in: snapshot, neighbour)
    return path.flatMap { $0 == file || (Dialect.named(in: $0) ?? .sqlite) == .sqlite ? $0 : nil }
  }

  private func former(_ file: String, in snapshot: FileSnapshot, _ neighbour: SourceSimilarity) throws -> String? {
    let paths = neighbour.paths.isEmpty ? [file] : neighbour.paths.sorted()
    if let path = try paths.first(where: { try snapshot.read($0) != nil }) { return path }
    let later = try neighbour.commit.map { try repository.snapshot(.commit($0)) } ?? presentFiles
    let moved = try MovedScripts(from: snapshot, to: later)
    if let path = paths.lazy.compactMap(moved.origin).first { return path }
    for path in try paths.flatMap({ try formerPaths(of: $0, before: neighbour.commit) })
    where try snapshot.read(path) != nil { return path }
    return try paths.lazy.compactMap { try Self.predecessor(of: $0, in: snapshot) }.first
  }

  /// The paths that a file had before, newest first, as
  /// [`git log --follow`](https://git-scm.com/docs/git-log#Documentation/git-log.txt---follow) finds them: each commit is
  /// compared with its parent, so that changes between two releases do not hide a move.
  private func formerPaths(of file: String, before commit: ObjectID?) throws -> [String] {
    guard var tip = try commit ?? repository.head.commit else { return [] }
    if let known = formerPaths[file]?[tip] { return known }
    let start = tip
    var found: [String] = []
    while found.count < Self.largestMoveCount {
      let path = found.last ?? file
      let history = try repository.history(of: [path], from: [tip])
      let added = history.changes.last { change in
        change.after != .absent && !change.before.isEmpty && change.before.allSatisfy { $0 == .absent }
      }
      guard let added, let parent = try repository.commitInfo(added.commit).parents.first else { break }
      let moved = try MovedScripts(
        from: repository.snapshot(.commit(parent)), to: repository.snapshot(.commit(added.commit)))
      guard let origin = moved.origin(of: path), !found.contains(origin) else { break }
      found.append(origin)
      tip = parent
    }
    formerPaths[file, default: [:]][start] = found
    return found
  }

  /// The file beside `file` whose name has the next smaller number in place of its last one; `nil` if there is none.
  private static func predecessor(of file: String, in snapshot: FileSnapshot) throws -> String? {
    let parts = file.split(separator: "/", omittingEmptySubsequences: false)
    guard let name = parts.last, let match = name.matches(of: /[0-9]+/).last, let number = Int(match.output) else {
      return nil
    }
    let folder = parts.dropLast().joined(separator: "/")
    let (head, tail) = (name[..<match.range.lowerBound], name[match.range.upperBound...])
    let numbers = try snapshot.files(under: folder).compactMap { other -> (Int, String)? in
      let name = other.path.dropFirst(folder.isEmpty ? 0 : folder.count + 1)
      guard name.hasPrefix(head), name.hasSuffix(tail), name.count > head.count + tail.count,
        let number = Int(name.dropFirst(head.count).dropLast(tail.count))
      else { return nil }
      return (number, other.path)
    }
    return numbers.filter { $0.0 < number }.max { $0.0 < $1.0 }?.1
  }

  private static func folders(in snapshot: FileSnapshot) throws -> Set<String> {
    Set(try MigrationFolders.find(in: snapshot, everywhere: true).map(\.folder))
  }

  /// The migrations of a folder, as far as it can be read. Of two with the same number, only the first is included.
  private static func migrations(of folder: MigrationFolder, in snapshot: FileSnapshot) throws -> [Migration] {
    var source = MigrationFolderConfiguration(paths: [folder.folder], convention: folder.convention)
    source.placeholders = folder.placeholders
    var snapshot = snapshot
    while true {
      do {
        return try source.listing(in: snapshot).migrations
      } catch MigrationFolderError.sameNumber(_, let paths) {
        guard let other = paths.last else { return [] }
        let files = try snapshot.files(under: folder.folder).map(\.path)
        let others = files.filter { $0 != other && !$0.hasPrefix(other + "/") }
        if others.count == files.count { return [] }
        snapshot = FileSnapshot(
          memory: try others.map { (key: $0, value: try snapshot.read($0) ?? []) })
      } catch let error as GitError {
        throw error
      } catch {
        return []
      }
    }
  }
}
