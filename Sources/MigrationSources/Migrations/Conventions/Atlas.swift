internal import Foundation
internal import SQLiteSyntax

extension MigrationConvention {
  /// `<version>_<name>.sql`, ordered by name, with `atlas.sum`, whose digests must match. A file that begins with `--
  /// atlas:checkpoint` replaces all files before it: new databases start at the last checkpoint, and older databases
  /// skip it. The directives `-- atlas:txmode none` and `-- atlas:delimiter` are obeyed.
  static let atlas = MigrationConvention(
    name: "atlas", title: "Atlas", documentation: "https://atlasgo.io/concepts/migration-directory-integrity",
    recognise: { paths, project in
      let scripts = paths.files.filter { $0.hasSuffix(".sql") }.sorted()
      let file = try project.manifest("atlas.hcl", for: paths.path)
      let hasSum = paths.files.contains(AtlasSum.fileName)
      guard let first = scripts.first, hasSum || file != nil else { return nil }
      // Atlas also maintains folders in the formats of other tools. The conventions of those tools read them better.
      guard try !isForeign(scripts, text: project.text(paths.path(of: first)) ?? "") else { return nil }
      let text = try file.flatMap { try project.text($0.path) } ?? ""
      let name = paths.path.split(separator: "/").last ?? ""
      guard hasSum || text.contains("file://\(paths.path)\"") || text.contains("/\(name)\"") else { return nil }
      return Recognition(
        evidence: hasSum ? .metadata : .manifest, count: scripts.count, dialect: devDialect(text),
        reasons: [hasSum ? "\(AtlasSum.fileName) is there" : "atlas.hcl names it"])
    },
    // A database that Atlas created from a checkpoint has a row for the checkpoint and no rows for earlier migrations.
    // The same is true of a database with a baseline. https://atlasgo.io/versioned/checkpoint One row contains the
    // database's own name and not a version.
    tracking: .table(
      "atlas_schema_revisions", of: "Atlas",
      normalizing: ["executed_at": "'2000-01-01 00:00:00'", "execution_time": "0"],
      .idsSince(
        """
        SELECT version FROM atlas_schema_revisions WHERE applied = total AND coalesce(error, '') = ''
        AND version <> '.atlas_cloud_identifier'
        """)),
    script: .rewritten,
    textComparison: nil,
    read: readAtlas,
    // Atlas switches foreign keys off: https://github.com/ariga/atlas/blob/master/sql/sqlite/driver.go
    foreignKeys: false)
}

private func readAtlas(_ reading: inout FolderReading) throws(MigrationFolderError) -> [Migration] {
  var files: [(name: String, source: SourceText)] = []
  for name in reading.files {
    if name.hasSuffix(".sql") {
      files.append((name, try reading.text(name, namedBy: reading.folder)))
    } else {
      reading.noticeSkipped(name)
    }
  }
  try reading.noticeSkippedFolders()
  files.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  if let sum = try reading.textIfPresent(AtlasSum.fileName) {
    do throws(MigrationFolderError) {
      try AtlasSum(of: files).check(sum.text, in: reading)
    } catch {
      guard reading.isPast, case .sumMismatch(_, let sumFile, _) = error else { throw error }
      reading.notices.append(MigrationNotice(path: sumFile, reason: .staleSum))
    }
  }
  var migrations: [Migration] = []
  var fresh: [Migration]?
  var versions: [String: String] = [:]
  for (name, source) in files {
    let version = String(name.dropLast(4).prefix { $0 != "_" })
    if let other = versions.updateValue(name, forKey: version) {
      throw .sameNumber(version, paths: [other, name].map(reading.path))
    }
    let script = AtlasScript(source.text)
    let migration = Migration(
      id: version, path: reading.path(name),
      title: name.contains("_") ? String(name.dropLast(4)).afterFirstUnderscore : "",
      up: script.up, down: nil, transaction: script.directives["txmode"] == "none" ? .none : .perMigration)
    if script.directives["checkpoint"] != nil {
      fresh = [migration]
      reading.checkpoints.append(version)
    } else {
      migrations.append(migration)
      fresh?.append(migration)
    }
  }
  reading.fresh = fresh
  reading.noticeTextOrder(migrations)
  return migrations
}

/// The text of a file and the Atlas directives at its top.
struct AtlasScript {
  /// The SQL that SQLite runs. Each line keeps its line number.
  let up: String
  /// Directives: the value of each word that follows `atlas:`.
  let directives: [String: String]

  init(_ text: String) {
    let directives = Self.directives(of: text)
    self.directives = directives
    if directives["txtar"] != nil {
      up = Self.section("migration.sql", of: text)
    } else if let (name, delimiter) = Self.directive(text.prefix { !$0.isNewline }), name == "delimiter" {
      up = Self.delimited(text, by: delimiter)
    } else {
      up = text
    }
  }

  /// > File directives are located at the top of the file and should not be associated with any statement. Hence,
  /// > double new lines are used to separate file directives from its content.
  private static func directives(of text: String) -> [String: String] {
    var found: [String: String] = [:]
    var rest = text[...]
    while rest.hasPrefix("--") || rest.hasPrefix("#") {
      let line = rest.prefix { !$0.isNewline }
      if let (name, value) = directive(line) { found[name] = value }
      rest = rest[line.endIndex...].dropFirst()
    }
    let next = rest.drop { $0 == " " || $0 == "\t" }
    return rest.isEmpty || next.first?.isNewline == true ? found : [:]
  }

  /// Parses `atlas:<name> <value>`; the last one in the line counts.
  static func directive(_ line: some StringProtocol) -> (name: String, value: String)? {
    guard let mark = line.range(of: "atlas:", options: .backwards) else { return nil }
    let name = line[mark.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    let value = line[name.endIndex...].drop { $0 == " " }
    return name.isEmpty ? nil : (String(name), String(value))
  }

  /// Replaces the script's own delimiter by a semicolon.
  private static func delimited(_ text: String, by escaped: String) -> String {
    let delimiter = [("\\n", "\n"), ("\\r", "\r"), ("\\t", "\t")]
      .reduce(escaped) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
    guard !delimiter.isEmpty, let end = text.firstIndex(where: \.isNewline) else { return text }
    var result = String(text[..<end])
    var rest = text[end...]
    var quote: Character?
    while let character = rest.first {
      if quote == nil, rest.hasPrefix(delimiter) {
        result += ";" + delimiter.filter(\.isNewline)
        rest = rest.dropFirst(delimiter.count)
        continue
      }
      if quote == character { quote = nil } else if quote == nil, "'\"`".contains(character) { quote = character }
      result.append(character)
      rest = rest.dropFirst()
    }
    return result
  }

  /// Extracts one file of a [txtar archive](https://pkg.go.dev/golang.org/x/tools/txtar) and leaves all other lines
  /// empty.
  private static func section(_ name: String, of text: String) -> String {
    var isInside = false
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line -> Substring in
      if line.hasPrefix("-- "), line.hasSuffix(" --") {
        isInside = line.dropFirst(3).dropLast(3) == name
        return ""
      }
      return isInside ? line : ""
    }
    return lines.joined(separator: "\n")
  }
}

/// Whether the files have the format of another tool: golang-migrate, Flyway, goose, dbmate or Liquibase.
@Sendable private func isForeign(_ names: [String], text: String) -> Bool {
  names.contains { $0.hasSuffix(".up.sql") || $0.hasPrefix("V") && $0.contains("__") }
    || ["-- +goose", "-- migrate:up", "--liquibase formatted"].contains(where: text.contains)
}

/// The dialect of the `url` and `dev` settings in `atlas.hcl`, if all of them have the same one.
@Sendable private func devDialect(_ text: String) -> Dialect? {
  let schemes = text.split(whereSeparator: \.isNewline).compactMap { line -> Substring? in
    let words = line.split(separator: "=", maxSplits: 1)
    guard words.count == 2, ["dev", "url"].contains(words[0].filter { !$0.isWhitespace }),
      let start = words[1].firstIndex(of: "\""), let end = words[1].range(of: "://")?.lowerBound, start < end
    else { return nil }
    let scheme = words[1][words[1].index(after: start)..<end]
    return scheme == "docker" ? words[1][end...].dropFirst(3).prefix { $0.isLetter } : scheme
  }
  let dialects = Set(schemes.compactMap { Dialect(word: $0) })
  return dialects.count == 1 ? dialects.first : nil
}
