internal import CanonicalJSON
package import GitStore

/// The migrations of a Room database that Kotlin or Java code declares, as far as they are SQL.
///
/// Room chooses the migrations by the version of a database, and runs them with foreign keys off, which it switches on when
/// the database is open:
/// [MigrationContainer](https://github.com/androidx/androidx/blob/androidx-main/room/room-runtime/src/commonMain/kotlin/androidx/room/RoomDatabase.kt),
/// [OpenDelegateWriter](https://github.com/androidx/androidx/blob/androidx-main/room/room-compiler/src/main/kotlin/androidx/room/writer/OpenDelegateWriter.kt).
public struct RoomMigrations: Sendable {
  /// Something that is not SQL, with its place.
  struct Code: Sendable, Hashable {
    let words: String
    let path: String
    let line: Int
  }

  /// What the code says about an upgrade from one version to another.
  enum Content: Sendable {
    case sql(Migration)
    /// Room's compiler writes the statements.
    case automatic(RoomAutoMigration.Spec)
    /// Room's compiler refuses to write the statements, or they are not known. The reason is a clause.
    case notWritten(reason: String)
    /// A statement cannot be read.
    case code(Code)
    /// Nothing refers to the declaration of this name, so Room does not know the migration.
    case unused(name: String, Migration)
  }

  /// An upgrade that the code declares.
  struct Step: Sendable {
    let start: Int
    let end: Int
    let path: String
    let line: Int
    var isAutomatic = false
    var isUnused: Bool { if case .unused = content { true } else { false } }
    var content: Content

    var name: String {
      isAutomatic ? "AutoMigration(from = \(start), to = \(end))" : "Migration(\(start), \(end))"
    }
  }

  /// Why a database of some version is not upgraded here. The reason is a clause.
  public struct Obstacle: Error, Hashable {
    /// `Migration(2, 3) does something besides SQL at Shop.kt:12: db.query(sql)`
    public let reason: String

    package init(reason: String) { self.reason = reason }
  }

  /// What the code declares, in the order of the files.
  var steps: [Step] = []
  /// Declarations whose versions are not constants.
  var unclear: [Code] = []
  /// The paths of the files that declare the database or migrations.
  package private(set) var paths: Set<String> = []
  /// The folder below which the code was looked for.
  var folder = ""
  /// Why the code of the database was not found; `nil` if it was.
  var missing: Obstacle?

  /// The migrations that Room runs for a database of version `start`: from each version, the one that leads furthest.
  ///
  /// - Throws: ``Obstacle`` if Room has no path, or if a part of it was not read.
  public func path(from start: Int, to end: Int) throws(Obstacle) -> [Migration] {
    if let missing { throw missing }
    var path: [Migration] = []
    var version = start
    while version < end {
      let next = steps.filter { $0.start == version && $0.end > version && $0.end <= end }
      guard let furthest = next.map(\.end).max() else { throw noStep(from: version) }
      var candidates = next.filter { $0.end == furthest }
      // Room adds an automatic migration only if the application gives it none.
      if candidates.contains(where: { !$0.isAutomatic }) { candidates.removeAll(where: \.isAutomatic) }
      guard let step = candidates.first, candidates.count == 1 else {
        let places = candidates.map { "\($0.path):\($0.line)" }.joined(separator: " and ")
        throw Obstacle(reason: "\(candidates[0].name) is declared more than once: \(places)")
      }
      path.append(try step.migration())
      version = furthest
    }
    return path
  }

  /// The migrations that are known, with the version to which each leads.
  package var known: [(migration: Migration, end: Int)] {
    steps.compactMap { step in
      if case .sql(let migration) = step.content { (migration, step.end) } else { nil }
    }
  }

  private func noStep(from version: Int) -> Obstacle {
    let place = folder.isEmpty ? "in the code" : "below \(folder)"
    if let unclear = unclear.first {
      return Obstacle(
        reason:
          "no migration from version \(version) was found \(place), and the versions of \(unclear.words) at \(unclear.path):\(unclear.line) are not constants"
      )
    }
    return Obstacle(reason: "no migration from version \(version) was found \(place)")
  }
}

extension RoomMigrations.Step {
  fileprivate mutating func write(_ spec: RoomAutoMigration.Spec, _ exports: [Int: JSONValue]) {
    guard let old = exports[start], let new = exports[end] else {
      content = .notWritten(reason: "the export of version \(exports[start] == nil ? start : end) is missing")
      return
    }
    do throws(RoomAutoMigration.Refusal) {
      let statements = try RoomAutoMigration(from: old, to: new, spec).statements
      // All statements are in the line of the declaration.
      var migration = Migration(
        id: name, path: path, title: name, up: statements.map { $0 + ";" }.joined(separator: " "), down: nil,
        transaction: .perMigration)
      migration.nameInFile = name
      migration.firstLine = line
      content = .sql(migration)
    } catch {
      content = .notWritten(reason: error.reason)
    }
  }

  fileprivate func migration() throws(RoomMigrations.Obstacle) -> Migration {
    switch content {
    case .sql(let migration): return migration
    case .automatic: throw .init(reason: "\(name) at \(path):\(line) has not been written yet")
    case .notWritten(let reason): throw .init(reason: "\(name) at \(path):\(line): \(reason)")
    case .code(let code):
      throw .init(reason: "\(name) does something besides SQL at \(code.path):\(code.line): \(code.words)")
    case .unused(let declared, _):
      throw .init(reason: "\(name) is declared as \(declared) at \(path):\(line), and nothing uses it")
    }
  }
}

extension RoomMigrations {
  /// Reads the code of a database.
  ///
  /// - Parameter schemas: the folder with the schemas, which is named by the class of the database.
  /// - Throws: `GitError`.
  package init(of schemas: String, in snapshot: FileSnapshot) throws(GitError) {
    let className = schemas.split(separator: "/").last.map(String.init) ?? ""
    let files = try snapshot.files(under: "").map(\.path).filter(Self.isCode)
    let classes = try RoomAnnotation.declarations(of: className, in: files, of: snapshot)
    guard let declared = classes.first, classes.count == 1 else {
      missing = Obstacle(
        reason: classes.isEmpty
          ? "no file that is named by the class declares the database \(className)"
          : "the database \(className) is declared more than once: \(classes.map(\.path).joined(separator: ", "))")
      return
    }
    // A module has its code in the folder `src`.
    let parts = declared.path.split(separator: "/")
    let end = parts.dropLast().firstIndex(of: "src") ?? parts.count - 1
    folder = parts[..<end].joined(separator: "/")
    var reader = RoomCodeReader()
    for path in files where folder.isEmpty || path.hasPrefix(folder + "/") {
      if let bytes = try snapshot.read(path) { reader.add(path, bytes) }
    }
    if reader.databases.count > 1 {
      let names = reader.databases.sorted().joined(separator: ", ")
      missing = Obstacle(reason: "the code does not say which database its migrations are of: \(names)")
      return
    }
    for automatic in declared.automatic {
      let content = automatic.spec.map { reader.spec(named: $0) } ?? .automatic(.init())
      steps.append(
        Step(
          start: automatic.from, end: automatic.to, path: declared.path, line: automatic.line, isAutomatic: true,
          content: content))
    }
    paths = reader.paths.union([declared.path])
    steps += reader.steps()
    // Another module may give the migrations to Room.
    var others = files.filter { !folder.isEmpty && !$0.hasPrefix(folder + "/") }.makeIterator()
    while steps.contains(where: \.isUnused), let path = others.next() {
      guard let bytes = try snapshot.read(path) else { continue }
      for index in steps.indices {
        if case .unused(let name, let migration) = steps[index].content, bytes.holds(name) {
          steps[index].content = .sql(migration)
        }
      }
    }
    unclear = reader.unclear
  }

  /// The migrations with the statements that Room's compiler writes.
  ///
  /// - Parameter schemas: the exported versions.
  package func written(for schemas: RoomSchemas) -> RoomMigrations {
    let needed = Set(steps.filter(\.isAutomatic).flatMap { [$0.start, $0.end] })
    var exports: [Int: JSONValue] = [:]
    for version in schemas.versions where needed.contains(version.number) {
      exports[version.number] = JSONValue(parsing: version.bytes, allowsFractions: true)
    }
    var result = self
    for index in steps.indices {
      if case .automatic(let spec) = steps[index].content { result.steps[index].write(spec, exports) }
    }
    return result
  }

  /// Whether a path is that of code that the application contains.
  private static func isCode(_ path: String) -> Bool {
    guard path.hasSuffix(".kt") || path.hasSuffix(".java") else { return false }
    // The folders in `src` are source sets: `main`, `debug`, `androidTest`, `testDebug`.
    let folders = path.split(separator: "/").dropLast()
    return !zip(folders, folders.dropFirst()).contains { $0 == "src" && $1.lowercased().contains("test") }
  }
}
