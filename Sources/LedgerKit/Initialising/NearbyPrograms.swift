internal import GitStore
internal import LedgerCore
internal import MigrationSources
internal import SQLiteSyntax

/// Programs that may change a schema as well as the SQL files of a source: they list its files, or contain SQL of their
/// own. Such a program is only named, because only running it shows which of its statements it runs, and when.
struct NearbyPrograms {
  private let snapshot: FileSnapshot
  /// Paths of the programs, without tests, folders for other things, and programs whose names say another database.
  private let paths: [String]

  /// The largest number of programs to read, nearest first. A large repository has thousands.
  private static let limit = 800
  /// The size in bytes above which a program is probably generated.
  private static let largestSize = 400_000

  /// - Throws: `GitError`.
  init(in snapshot: FileSnapshot) throws {
    self.snapshot = snapshot
    paths = try snapshot.files(under: "").map(\.path).filter { path in
      let parts = path.split(separator: "/")
      return path.hasProgramSuffix && !parts.contains(where: \.isTest)
        && (Dialect.named(in: parts.last ?? "") ?? .sqlite) == .sqlite
        && !parts.contains { MigrationFolders.ignoredFolderNames.contains(String($0)) }
    }
  }

  /// Notices about the programs around a folder.
  ///
  /// - Parameters:
  ///   - folder: the folder of the source's SQL files.
  ///   - scripts: paths of the SQL files.
  ///   - tables: the tables that the files make. A program anywhere that makes most of them, too, has a copy of the schema, and
  ///     one that alters or drops one of them, makes triggers for them, or a virtual table besides them, changes it.
  /// - Throws: `GitError`.
  func notices(about folder: String, _ scripts: [String], _ tables: [Identifier]) throws -> [MigrationNotice] {
    var lists: [MigrationNotice] = []
    var changing: [MigrationNotice] = []
    var unlisted: Set<String>?
    let tables = Set(tables.map { $0.text.lowercased() })
    for path in near(folder) {
      guard let bytes = try bytes(path) else { continue }
      let names = Self.names(in: bytes)
      let missing = scripts.filter { script in !script.stems.contains(where: names.contains) }
      if scripts.count - missing.count > 1, missing.count * 2 <= scripts.count {
        lists.append(MigrationNotice(path: path, reason: .listsFiles))
        unlisted = unlisted?.intersection(missing) ?? Set(missing)
      } else if Self.isBeside(path, folder), TableStatements(in: bytes).changeSchema(of: tables) {
        changing.append(MigrationNotice(path: path, reason: .changesTables))
      } else if Self.callsMapper(bytes) {
        changing.append(MigrationNotice(path: path, reason: .mapperMakesTables))
      }
    }
    let known = Set((lists + changing).map(\.path))
    let others = paths.filter {
      $0.isAboutStorage && (Dialect.named(in: $0) ?? .sqlite) == .sqlite && !known.contains($0)
    }
    for path in others.prefix(Self.limit) where tables.count > 1 {
      guard let bytes = try bytes(path) else { continue }
      let statements = TableStatements(in: bytes)
      let isCopy = statements.names.intersection(tables).count * 2 > tables.count
      let concerned = statements.triggered.union(statements.changed)
      if isCopy || !concerned.isDisjoint(with: tables) || !statements.virtualNames.isSubset(of: tables) {
        changing.append(MigrationNotice(path: path, reason: .changesTables))
      }
    }
    return lists + (unlisted ?? []).sorted().map { MigrationNotice(path: $0, reason: .notListed) } + changing
  }

  /// A program with statements of its own that names a migration without SQL, by its name or the digits at its beginning.
  ///
  /// - Throws: `GitError`.
  func program(naming migrations: [Migration], about folder: String) throws -> MigrationFolderError? {
    let empty = migrations.filter { !$0.hasSQL }
    if empty.isEmpty { return nil }
    for path in near(folder) {
      guard let bytes = try bytes(path), TableStatements(in: bytes).count > 0 else { continue }
      let names = Self.names(in: bytes)
      for migration in empty {
        let stems = migration.path.stems
        let digits = stems.map { String($0.prefix { $0.isASCII && $0.isNumber }) }.filter { $0.count > 2 }
        if (stems + digits).contains(where: names.contains) { return .namedByProgram(migration.path, program: path) }
      }
    }
    return nil
  }

  /// The first place that creates a table or adds a column, in the programs around a folder and then in the others.
  ///
  /// - Throws: `GitError`.
  func place(creating part: ProgramStatements.Part, about folder: String) throws -> (path: String, line: Int)? {
    let near = near(folder)
    for path in near + Set(paths).subtracting(near).sorted().prefix(Self.limit) {
      guard let bytes = try bytes(path), TableStatements(in: bytes).count > 0 else { continue }
      let statements = ProgramStatements(files: [(path, String(decoding: bytes, as: UTF8.self))])
      if let place = statements.place(creating: part) { return place }
    }
    return nil
  }

  /// The first place around a folder that switches foreign keys on or off; `nil` if there is none, or if places differ.
  ///
  /// - Throws: `GitError`.
  func foreignKeySetting(about folder: String) throws -> ForeignKeySetting? {
    var first: ForeignKeySetting?
    for path in near(folder) {
      guard let bytes = try bytes(path) else { continue }
      for setting in ForeignKeySetting.all(in: bytes, of: path) {
        if let first, first.isOn != setting.isOn { return nil }
        first = first ?? setting
      }
    }
    return first
  }

  /// A folder of SQL files that a program around `folder` embeds, if none embeds `folder` itself, what is in it, or what contains
  /// it; `nil` otherwise.
  ///
  /// - Throws: `GitError`.
  func embeddedInstead(of folder: String) throws -> EmbeddedFolder? {
    var other: EmbeddedFolder?
    for path in near(folder) where path.hasSuffix(".go") || path.hasSuffix(".rs") {
      guard let bytes = try bytes(path) else { continue }
      let embedded = EmbeddedFolder.all(in: String(decoding: bytes, as: UTF8.self), of: path) { package in
        (try? snapshot.read(package.isEmpty ? "Cargo.toml" : package + "/Cargo.toml")) != nil
      }
      for place in embedded {
        if place.folder == folder || place.folder.isBelow(folder) || folder.isBelow(place.folder) { return nil }
        if other == nil, try snapshot.files(under: place.folder).contains(where: { $0.path.hasSQLSuffix }) {
          other = place
        }
      }
    }
    return other
  }

  /// The programs with the most SQL that creates or changes tables, for a repository without a source.
  ///
  /// - Throws: `GitError`.
  func candidates() throws -> [SourceCandidate] {
    var found: [(count: Int, path: String)] = []
    let ranked = paths.filter(\.isAboutStorage) + paths.filter { !$0.isAboutStorage }
    for path in ranked.prefix(Self.limit) {
      guard let bytes = try bytes(path) else { continue }
      let count = TableStatements(in: bytes).count
      if count > 1 { found.append((count, path)) }
    }
    return found.sorted { ($1.count, $0.path) < ($0.count, $1.path) }.prefix(4).map { count, path in
      SourceCandidate(
        path: path, kind: .programs, convention: nil,
        summary: "a program with \(count) CREATE TABLE or ALTER TABLE; a source of kind 'command' can run it")
    }
  }

  // MARK: Places

  /// The programs below the second folder above, those with most of the path in common first.
  private func near(_ folder: String) -> [String] {
    let outer = folder.parentFolder.parentFolder
    let own = folder.split(separator: "/")
    func distance(_ path: String) -> Int { -zip(own, path.split(separator: "/")).prefix { $0 == $1 }.count }
    let near = paths.filter { $0.isBelow(outer) }.map { (distance($0), $0) }.sorted { $0 < $1 }
    return near.prefix(Self.limit).map(\.1)
  }

  /// Whether a program is below the folder that contains the source's folder, or in the one around that.
  private static func isBeside(_ path: String, _ folder: String) -> Bool {
    path.isBelow(folder.parentFolder) || path.parentFolder == folder.parentFolder.parentFolder
  }

  /// `nil` for a program that is too large. So are most that a partial clone lacks.
  private func bytes(_ path: String) throws -> [UInt8]? {
    let bytes: [UInt8]?
    do throws(GitError) {
      bytes = try snapshot.read(path)
    } catch {
      guard error.isAboutAbsentObject else { throw error }
      return nil
    }
    return (bytes?.count ?? 0) <= Self.largestSize ? bytes : nil
  }

  // MARK: Texts

  /// Whether a program calls the function with which Entity Framework, SQLAlchemy or GORM make tables from classes.
  ///
  /// https://learn.microsoft.com/en-us/ef/core/managing-schemas/ensure-created,
  /// https://docs.sqlalchemy.org/en/20/core/metadata.html#sqlalchemy.schema.MetaData.create_all,
  /// https://gorm.io/docs/migration.html
  private static func callsMapper(_ bytes: [UInt8]) -> Bool {
    [".EnsureCreated(", ".EnsureCreatedAsync(", ".create_all(", ".AutoMigrate("].contains {
      bytes.firstRange(of: $0.utf8) != nil
    }
  }

  /// The words of a program that may be names of SQL files, without the suffix: those in quotes or after a slash, and those
  /// that end in `.sql`. Any other word is code or prose.
  private static func names(in bytes: [UInt8]) -> Set<String> {
    func isNamePart(_ byte: UInt8) -> Bool {
      byte.isLetterOrDigit || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }
    var names: Set<String> = []
    var start = 0
    while start < bytes.count {
      guard isNamePart(bytes[start]) else {
        start += 1
        continue
      }
      let end = bytes[start...].firstIndex { !isNamePart($0) } ?? bytes.count
      let word = String(decoding: bytes[start..<end], as: UTF8.self)
      let before = start > 0 ? bytes[start - 1] : 0
      let isQuoted = [0x22, 0x27, 0x60].contains { before == $0 && end < bytes.count && bytes[end] == $0 }
      if isQuoted || before == UInt8(ascii: "/") || word.hasSQLSuffix { names.formUnion(word.stems) }
      start = end
    }
    return names
  }
}

extension StringProtocol {
  /// Whether the name is that of a test, or of what tests need.
  fileprivate var isTest: Bool {
    let words = lowercased().split { !$0.isLetter }
    return words.contains { ["test", "tests", "testutil", "testutils", "spec", "mock", "fixtures"].contains($0) }
      // Source sets of Gradle.
      || self == "androidTest" || self == "sharedTest"
  }
}

extension String {
  /// The names by which a program may call a file: without its folder, without `.sql`, and without `.up`. A long name also
  /// counts without anything that follows its first dot, such as `20240131-120000` for `20240131-120000.pre.sql`.
  fileprivate var stems: [String] {
    let name = split(separator: "/").last.map(String.init) ?? self
    let stem = name.hasSQLSuffix ? String(name.dropLast(4)) : name
    let start = String(stem.prefix { $0 != "." })
    return [stem, stem.hasSuffix(".up") ? String(stem.dropLast(3)) : nil, start.count > 7 ? start : nil].compactMap(
      \.self)
  }

  fileprivate var parentFolder: String { split(separator: "/").dropLast().joined(separator: "/") }

  fileprivate func isBelow(_ folder: String) -> Bool { folder.isEmpty || hasPrefix(folder + "/") }

  /// Whether a word of the path suggests a database.
  fileprivate var isAboutStorage: Bool {
    let path = lowercased()
    return ["migrat", "schema", "database", "sqlite", "storage", "/db", "store"].contains(where: path.contains)
  }
}
