internal import GitStore

/// A migration file whose name contains its number and its direction.
struct NumberedFile {
  enum Direction { case up, down }

  var name: String
  var number: VersionNumber
  var title: String
  var direction: Direction
  /// The dialect in a name such as `1_users.mysql.up.sql`; `nil` if the name applies to every database.
  var dialect: Dialect? = nil

  /// The number of migrations for SQLite, or for other databases if there are none for SQLite.
  static func countForSQLite(_ files: [NumberedFile]) -> Int {
    let forward = files.filter { $0.direction == .up }
    let own = forward.filter { ($0.dialect ?? .sqlite) == .sqlite }
    return Set((own.isEmpty ? forward : own).map(\.number)).count
  }

  /// The dialect that the names give: SQLite if any name gives it, and another dialect if all names give one.
  static func dialect(of files: [NumberedFile]) -> Dialect? {
    if files.contains(where: { $0.dialect == .sqlite }) { return .sqlite }
    return files.contains { $0.dialect == nil } ? nil : files.first?.dialect
  }
}

extension FolderReading {
  /// The SQL files of the folder that `parse` recognises. The others get a notice.
  mutating func numberedFiles(_ parse: (ScriptName) -> NumberedFile?) -> [NumberedFile] {
    numberedFiles(among: files, in: "", parse)
  }

  /// The same for a folder below; `prefix` is its name with a slash, and the names in the result begin with it.
  mutating func numberedFiles(
    among names: [String], in prefix: String, _ parse: (ScriptName) -> NumberedFile?
  ) -> [NumberedFile] {
    var numbered = ScriptName.all(in: names).compactMap(parse)
    let known = Set(numbered.map { ByteName($0.name) })
    for name in names where !known.contains(ByteName(name)) { noticeSkipped(prefix + name) }
    for index in numbered.indices { numbered[index].name = prefix + numbered[index].name }
    return numbered
  }

  /// Removes the files for other databases, and the files for any database whose number also has a file for SQLite.
  mutating func forSQLite(_ files: [NumberedFile]) -> [NumberedFile] {
    func isOwn(_ file: NumberedFile) -> Bool { file.dialect == .sqlite }
    let own = Dictionary(grouping: files.filter(isOwn), by: \.direction).mapValues { Set($0.map(\.number)) }
    let kept = files.filter { file in
      isOwn(file) || file.dialect == nil && own[file.direction]?.contains(file.number) != true
    }
    let names = Set(kept.map(\.name))
    for file in files where !names.contains(file.name) {
      notices.append(MigrationNotice(path: path(file.name), reason: .otherDialect))
    }
    return kept
  }

  /// Adds notices for migrations that do not run in numeric order, for tools that compare versions as text.
  mutating func noticeTextOrder(_ migrations: [Migration]) {
    var largest: VersionNumber?
    for migration in migrations {
      guard let number = VersionNumber(migration.id) else { continue }
      if let before = largest, number < before {
        notices.append(MigrationNotice(path: migration.path, reason: .orderedAsText))
      } else {
        largest = number
      }
    }
  }

  /// Combines the up and down files of each number, in the order of the numbers.
  mutating func migrations(
    from files: [NumberedFile], transaction: (SourceText) -> Migration.Transaction
  ) throws(MigrationFolderError) -> [Migration] {
    let parts = Dictionary(grouping: files, by: \.number)
    var migrations: [Migration] = []
    for (number, files) in parts.sorted(by: { $0.key < $1.key }) {
      let ups = files.filter { $0.direction == .up }
      let downs = files.filter { $0.direction == .down }
      for same in [ups, downs] where same.count > 1 {
        throw .sameNumber(number.description, paths: same.map { path($0.name) })
      }
      guard let up = ups.first else {
        notices += downs.map { MigrationNotice(path: path($0.name), reason: .downOnly) }
        continue
      }
      let source = try text(up.name, namedBy: folder)
      var back: String?
      if let down = downs.first { back = try text(down.name, namedBy: folder).text }
      migrations.append(
        Migration(
          id: number.description, path: path(up.name), title: up.title, up: source.text, down: back,
          transaction: transaction(source)))
    }
    return migrations
  }
}
