/// The changesets that a folder's root changelog includes, directly or indirectly.
struct LiquibaseChangelog {
  private(set) var migrations: [Migration] = []
  private var properties: [String: String]
  private var paths: [String: String] = [:]
  /// Paths of the SQL files that have been read.
  private var scripts: Set<String> = []
  /// Paths of the changelogs that include the current one.
  private var outer: [String] = []
  /// The folder that paths in changelogs are relative to.
  private let root: String
  private let main: String?

  init(_ reading: inout FolderReading) throws(MigrationFolderError) {
    properties = reading.placeholders
    var root = reading.folder
    for folder in ProjectFiles.foldersAround(reading.folder) {
      // Java programs find changelogs on the class path.
      if folder == "src/main/resources" || folder.hasSuffix("/src/main/resources") {
        root = folder
        break
      }
      if try reading.textIfPresent(atPath: LiquibasePath.join(folder, "liquibase.properties"))
        != nil
      {
        root = folder
        break
      }
    }
    self.root = root
    main = try Self.main(in: reading)
  }

  /// The changelog that no other changelog in the folder includes; `nil` if there is none.
  private static func main(in reading: FolderReading) throws(MigrationFolderError) -> String? {
    var names: [String] = []
    var included: Set<String> = []
    for name in reading.files where LiquibasePath.isChangelog(name) && !name.hasSQLSuffix {
      guard let text = try reading.textIfPresent(name)?.text, text.contains("databaseChangeLog")
      else { continue }
      names.append(name)
      for case .file(let path, _) in try LiquibaseChangelogEntry.all(in: text, path: reading.path(name)) {
        included.insert(path.split(separator: "/").last.map(String.init) ?? path)
      }
    }
    let roots = names.filter { !included.contains($0) }
    let masters = roots.filter { $0.contains("master") || $0.contains("root") }
    switch (roots.count, masters.count) {
    case (0, _) where names.isEmpty: return nil
    case (1, _): return roots[0]
    case (_, 1): return masters[0]
    default:
      throw .unreadable(
        reading.folder,
        reason: "several changelogs can be the root changelog: \(names.joined(separator: ", "))")
    }
  }

  mutating func read(_ reading: inout FolderReading) throws(MigrationFolderError) {
    if let main {
      try add(
        reading.path(main), named: logical(reading.path(main)), namedBy: reading.folder, &reading)
      let known = Set(paths.values)
      for name in try reading.filesBelow()
      where name.hasSQLSuffix && !known.contains(reading.path(name)) {
        reading.notices.append(MigrationNotice(path: reading.path(name), reason: .notInJournal))
      }
      return
    }
    for name in try reading.filesBelow() where name.hasSQLSuffix {
      let path = reading.path(name)
      guard let text = try reading.textIfPresent(atPath: path)?.text,
        LiquibaseScript.isFormatted(text)
      else {
        reading.noticeSkipped(name)
        continue
      }
      try add(path, named: logical(path), namedBy: reading.folder, &reading)
    }
  }

  /// The path relative to ``root``, which Liquibase records.
  private func logical(_ path: String) -> String {
    root.isEmpty || !path.hasPrefix(root + "/") ? path : String(path.dropFirst(root.count + 1))
  }

  /// Adds the changesets of a file and of the files that it includes.
  ///
  /// - Parameters:
  ///   - path: the path in the repository.
  ///   - name: the path as Liquibase records it.
  private mutating func add(
    _ path: String, named name: String, namedBy: String, _ reading: inout FolderReading
  ) throws(MigrationFolderError) {
    guard let text = try reading.textIfPresent(atPath: path)?.text else {
      throw .missingFile(path, namedBy: namedBy)
    }
    guard !outer.contains(path) else { throw .unreadable(path, reason: "it includes itself") }
    guard !path.hasSQLSuffix else { return try addScript(text, path, name, &reading) }
    outer.append(path)
    defer { outer.removeLast() }
    for entry in try LiquibaseChangelogEntry.all(in: text, path: path) {
      switch entry {
      case .property(let name, let value): if properties[name] == nil { properties[name] = value }
      case .file(let file, let isRelative):
        let found = try resolved(file, isRelative: isRelative, in: path, name) {
          candidate throws(MigrationFolderError) in
          try reading.textIfPresent(atPath: candidate) != nil
        }
        try add(found.path, named: found.name, namedBy: path, &reading)
      case .folder(let folder, let isRelative):
        let found = try resolved(folder, isRelative: isRelative, in: path, name) {
          candidate throws(MigrationFolderError) in try !reading.files(below: candidate).isEmpty
        }
        // "Files are run in alphabetical order." https://docs.liquibase.com/change-types/includeall.html
        for file in try reading.files(below: found.path) where LiquibasePath.isChangelog(file) {
          try add(
            LiquibasePath.join(found.path, file), named: LiquibasePath.join(found.name, file),
            namedBy: path, &reading)
        }
      }
    }
  }

  /// Resolves a path. "relativeToChangelogFile: Whether the file path is relative to the root changelog file rather
  /// than to the search path": https://docs.liquibase.com/change-types/include.html
  private func resolved(
    _ written: String, isRelative: Bool, in path: String, _ name: String,
    exists: (String) throws(MigrationFolderError) -> Bool
  ) throws(MigrationFolderError) -> (path: String, name: String) {
    let folder = LiquibasePath.parent(of: path)
    if isRelative {
      return (
        LiquibasePath.join(folder, written),
        LiquibasePath.join(LiquibasePath.parent(of: name), written)
      )
    }
    for start in [root] + ProjectFiles.foldersAround(folder) {
      let candidate = LiquibasePath.join(start, written)
      if try exists(candidate) { return (candidate, LiquibasePath.join("", written)) }
    }
    throw .missingFile(written, namedBy: path)
  }

  private mutating func addScript(
    _ text: String, _ path: String, _ name: String, _ reading: inout FolderReading
  ) throws(MigrationFolderError) {
    scripts.insert(path)
    let file = try LiquibaseScript(text, path: path, name: name, properties: properties)
    properties = file.properties
    for changeset in file.changesets {
      if !changeset.runsOnSQLite {
        reading.notices.append(MigrationNotice(path: path, reason: .otherDialect))
        continue
      }
      if changeset.isIgnored {
        reading.notices.append(MigrationNotice(path: path, reason: .switchedOff))
        continue
      }
      if changeset.hasPrecondition {
        reading.notices.append(MigrationNotice(path: path, reason: .conditional))
      }
      let migration = changeset.migration(path: path, name: name)
      if let other = paths.updateValue(path, forKey: migration.id) {
        throw .sameNumber(migration.id, paths: [other, path])
      }
      migrations.append(migration)
    }
  }
}
