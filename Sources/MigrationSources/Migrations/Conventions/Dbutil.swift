extension MigrationConvention {
  /// Files that begin with the versions between which they upgrade, for programs in Go that use go.mau.fi/util/dbutil:
  /// `-- v0 -> v26 (compatible with v10+): Latest revision`. A new database begins at version 0, and one file usually
  /// upgrades it to the last version. The name of a file does not count, except `….sqlite.sql` and `….postgres.sql`.
  static let dbutil = MigrationConvention(
    name: "dbutil", title: "dbutil", documentation: "https://pkg.go.dev/go.mau.fi/util/dbutil",
    recognise: { paths, project in
      let scripts = paths.files.filter { $0.hasSuffix(".sql") && !$0.hasSuffix(".postgres.sql") }
      guard
        try project.firstOrLast(
          of: scripts, in: paths,
          satisfies: { text in
            DbutilScript.header(text.prefix { $0 != "\n" }) != nil
          })
      else { return nil }
      return Recognition(evidence: .metadata, count: scripts.count, reasons: ["its files begin with -- v0 -> v1"])
    },
    tracking: .notInDatabase("dbutil's table has a name that the program chooses"),
    script: .rewritten,
    textComparison: nil,
    read: readDbutil)
}

private func readDbutil(_ reading: inout FolderReading) throws(MigrationFolderError) -> [Migration] {
  var upgrades: [Int: Migration] = [:]
  var targets: [Int: Int] = [:]
  for name in reading.files {
    guard name.hasSuffix(".sql") else {
      reading.noticeSkipped(name)
      continue
    }
    if name.hasSuffix(".postgres.sql") {
      reading.notices.append(MigrationNotice(path: reading.path(name), reason: .otherDialect))
      continue
    }
    let path = reading.path(name)
    let source = try reading.text(name, namedBy: reading.folder)
    let script = try DbutilScript(source.text, path: path, isForSQLite: name.hasSuffix(".sqlite.sql"))
    guard script.target > script.from else {
      throw .refusedText(
        path, line: 1, reason: "upgrades to a version that is not later", hint: "correct the versions in its first line"
      )
    }
    if let other = upgrades[script.from] { throw .sameNumber("v\(script.from)", paths: [other.path, path]) }
    targets[script.from] = script.target
    upgrades[script.from] = Migration(
      id: String(script.target), path: path, title: script.title, up: script.sql, down: nil,
      transaction: script.transaction == .on ? .perMigration : .none)
  }
  try reading.noticeSkippedFolders()
  /// The upgrades of a database that begins at a version. dbutil skips versions from which nothing upgrades.
  func chain(from start: Int) -> [Migration] {
    var chain: [Migration] = []
    var version: Int? = start
    while let from = upgrades.keys.filter({ $0 >= version ?? .max }).min() {
      chain += [upgrades[from]].compactMap(\.self)
      version = targets[from]
    }
    return chain
  }
  let all = chain(from: 0)
  // If the first upgrade leads to version 1, a new database gets all upgrades.
  guard let first = targets[0], first > 1 else {
    return all
  }
  reading.fresh = all
  let later = chain(from: 1)
  let known = Set((all + later).map(\.path))
  for (_, upgrade) in upgrades where !known.contains(upgrade.path) {
    reading.notices.append(MigrationNotice(path: upgrade.path, reason: .otherStart))
  }
  return later
}
