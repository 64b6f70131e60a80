internal import GitStore

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
      let scripts = directed(ScriptName.all(in: paths.files))
      let files = scripts.compactMap(timestampedFile)
      let own = files.filter { ($0.dialect ?? .sqlite) == .sqlite && $0.direction == .up }
      let numbers = own.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }.map(\.number)
      guard files.count == scripts.count, repeatsNumber(own), zip(numbers, numbers.dropFirst()).allSatisfy({ $0 <= $1 })
      else { return nil }
      return Recognition(
        evidence: .names, count: own.count, dialect: NumberedFile.dialect(of: files),
        reasons: ["its SQL files begin with a number, and \(own.sameNumber.joined(separator: " and ")) have the same"])
    },
    tracking: .notInDatabase("each program has a table of its own"),
    script: .wholeFile,
    textComparison: nil,
    read: readNames)
}

/// The files of which the names give a direction, as in `1_users.up.sql`; all files if none is an up migration by its name.
@Sendable private func directed(_ scripts: [ScriptName]) -> [ScriptName] {
  let directed = scripts.filter(\.isDirected)
  return directed.contains { $0.direction == .up } ? directed : scripts
}

/// Whether two of the files have the same number, and neither is meant to replace the other.
@Sendable private func repeatsNumber(_ files: [NumberedFile]) -> Bool {
  [Dialect.sqlite, nil].contains { dialect in
    let numbers = files.filter { $0.dialect == dialect }.map(\.number)
    return Set(numbers).count < numbers.count
  }
}

extension [NumberedFile] {
  /// The names of the first files with one number; empty if there are none.
  fileprivate var sameNumber: [String] {
    let sorted = sorted { ($0.number, $0.name) < ($1.number, $1.name) }
    return zip(sorted, sorted.dropFirst()).first { $0.number == $1.number }.map { [$0.name, $1.name] } ?? []
  }
}

private func readNames(_ reading: inout FolderReading) throws(MigrationFolderError) -> [Migration] {
  var own: [ByteName: ScriptName] = [:]
  var general: [ByteName: ScriptName] = [:]
  var downs: [ByteName: ScriptName] = [:]
  let scripts = directed(ScriptName.all(in: reading.files))
  let names = Set(scripts.map { ByteName($0.name) })
  for name in reading.files where !names.contains(ByteName(name)) { reading.noticeSkipped(name) }
  for script in scripts {
    let stem = ByteName(String(script.stem))
    switch (script.direction, script.dialect) {
    case (.up, .sqlite): own[stem] = script
    case (.up, nil): general[stem] = script
    case (.down, .sqlite): downs[stem] = script
    case (.down, nil): downs[stem] = downs[stem] ?? script
    default: reading.notices.append(MigrationNotice(path: reading.path(script.name), reason: .otherDialect))
    }
  }
  try reading.noticeSkippedFolders()
  let ups = general.merging(own) { $1 }.sorted {
    $0.value.name.utf8.lexicographicallyPrecedes($1.value.name.utf8)
  }
  for (stem, script) in downs where general[stem] == nil && own[stem] == nil {
    reading.notices.append(MigrationNotice(path: reading.path(script.name), reason: .downOnly))
  }
  var migrations: [Migration] = []
  var largest: VersionNumber?
  for (stem, script) in ups {
    let path = reading.path(script.name)
    let file = timestampedFile(script)
    let number = file?.number
    if let number, let before = largest, number < before {
      reading.notices.append(MigrationNotice(path: path, reason: .orderedAsText))
    }
    largest = [largest, number].compactMap(\.self).max()
    let down = try downs[stem].map { down throws(MigrationFolderError) in
      try reading.text(down.name, namedBy: reading.folder).text
    }
    migrations.append(
      Migration(
        id: String(script.stem), path: path, title: file?.title ?? "",
        up: try reading.text(script.name, namedBy: reading.folder).text, down: down, transaction: .assumed))
  }
  return migrations
}
