extension MigrationConvention {
  /// All SQL files of a folder, ordered by their names. Several files may have the same number: `0001_a_users.up.sql`,
  /// `0001_b_teams.up.sql`. Many programs order their migrations so, some with a library such as
  /// https://github.com/maragudk/migrate.
  ///
  /// `init` proposes it for a folder in which a number occurs twice, if the order of the names does not contradict the
  /// order of the numbers.
  package static let names = MigrationConvention(
    name: "names", title: "ordered by name", documentation: "https://github.com/maragudk/migrate",
    recognise: { paths, _ in
      let scripts = directed(paths.files.filter(\.hasSQLSuffix))
      let files = scripts.compactMap(timestampedFile)
      let own = files.filter { ($0.dialect ?? .sqlite) == .sqlite && $0.direction == .up }
      let numbers = own.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }.map(\.number)
      guard files.count == scripts.count, repeatsNumber(own), zip(numbers, numbers.dropFirst()).allSatisfy({ $0 <= $1 })
      else { return nil }
      return Recognition(
        evidence: .names, count: own.count, dialect: NumberedFile.dialect(of: files),
        reasons: ["its SQL files begin with a number, and several have the same"])
    },
    tracking: .notInDatabase("each program has a table of its own"),
    script: .wholeFile,
    read: readNames)
}

/// The files of which the names give a direction, as in `1_users.up.sql`; all files if none is an up migration by its name.
@Sendable private func directed(_ names: [String]) -> [String] {
  let directed = names.filter { ScriptName($0)?.isDirected == true }
  return directed.contains { ScriptName($0)?.direction == .up } ? directed : names
}

/// Whether two of the files have the same number, and neither is meant to replace the other.
@Sendable private func repeatsNumber(_ files: [NumberedFile]) -> Bool {
  [Dialect.sqlite, nil].contains { dialect in
    let numbers = files.filter { $0.dialect == dialect }.map(\.number)
    return Set(numbers).count < numbers.count
  }
}

private func readNames(_ reading: inout FolderReading) throws(MigrationFolderError) -> [Migration] {
  var own: [String: String] = [:]
  var general: [String: String] = [:]
  var downs: [String: String] = [:]
  let names = Set(directed(reading.files.filter(\.hasSQLSuffix)))
  for name in reading.files {
    guard names.contains(name), let script = ScriptName(name) else {
      reading.noticeSkipped(name)
      continue
    }
    let stem = String(script.stem)
    switch (script.direction, script.dialect) {
    case (.up, .sqlite): own[stem] = name
    case (.up, nil): general[stem] = name
    case (.down, .sqlite): downs[stem] = name
    case (.down, nil): downs[stem] = downs[stem] ?? name
    default: reading.notices.append(MigrationNotice(path: reading.path(name), reason: .otherDialect))
    }
  }
  try reading.noticeSkippedFolders()
  let ups = general.merging(own) { $1 }.sorted { $0.value.utf8.lexicographicallyPrecedes($1.value.utf8) }
  for (stem, name) in downs where general[stem] == nil && own[stem] == nil {
    reading.notices.append(MigrationNotice(path: reading.path(name), reason: .downOnly))
  }
  var migrations: [Migration] = []
  var largest: VersionNumber?
  for (stem, name) in ups {
    let number = timestampedFile(name)?.number
    if let number, let before = largest, number < before {
      reading.notices.append(MigrationNotice(path: reading.path(name), reason: .orderedAsText))
    }
    largest = [largest, number].compactMap(\.self).max()
    let down = try downs[stem].map { name throws(MigrationFolderError) in
      try reading.text(name, namedBy: reading.folder).text
    }
    migrations.append(
      Migration(
        id: stem, path: reading.path(name), title: timestampedFile(name)?.title ?? "",
        up: try reading.text(name, namedBy: reading.folder).text, down: down, transaction: .assumed))
  }
  return migrations
}
