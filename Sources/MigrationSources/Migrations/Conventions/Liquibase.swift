internal import SQLiteSandbox
internal import SQLiteSyntax

extension MigrationConvention {
  /// Formatted SQL: files that begin with `--liquibase formatted sql` and contain one or more changesets each. A root
  /// changelog in YAML, JSON or XML may list the files; without one, they run in the order of their paths.
  ///
  /// > Each changeset has both an `id` and an `author` attribute. Liquibase uses the id and author … as well as the
  /// > name and path of the changelog file, to uniquely identify a changeset.
  ///
  /// https://docs.liquibase.com/concepts/changelogs/changeset.html
  static let liquibase = MigrationConvention(
    name: "liquibase", title: "Liquibase formatted SQL",
    documentation: "https://docs.liquibase.com/concepts/changelogs/sql-format.html",
    recognise: { paths, project in
      let inner = paths.folders.flatMap { folder, names in names.map { folder + "/" + $0 } }
      let scripts = (paths.files + inner).filter(\.hasSQLSuffix)
      let hasOwn = paths.files.contains { name in
        name.hasSQLSuffix || LiquibasePath.isChangelog(name) && ["changelog", "master"].contains(where: name.contains)
      }
      let isFormatted = try project.firstOrLast(of: scripts, in: paths) { LiquibaseScript.isFormatted($0) }
      guard hasOwn, isFormatted else { return nil }
      let count = try scripts.reduce(0) { count, name in
        count + (try project.text(paths.path(of: name)).map(LiquibaseScript.changesetCount) ?? 0)
      }
      var dialect: Dialect?
      for folder in ProjectFiles.foldersAround(paths.path) where dialect == nil {
        dialect = try project.text(LiquibasePath.join(folder, "liquibase.properties")).flatMap(
          connectedDialect)
      }
      return Recognition(
        evidence: .metadata, count: count, dialect: dialect,
        reasons: ["its files begin with --liquibase formatted sql"])
    },
    // Liquibase runs a changeset again if it failed or was skipped.
    // https://docs.liquibase.com/concepts/tracking-tables/databasechangelog-table.html
    tracking: .table(
      "DATABASECHANGELOG", of: "Liquibase",
      normalizing: ["dateexecuted": "'2000-01-01 00:00:00'", "deployment_id": "'0000000000'"],
      .ids(
        """
        SELECT iif(FILENAME LIKE 'classpath:%', ltrim(substr(FILENAME, 11), '/'), FILENAME)
          || '\(CompoundMigrationID.separator)' || ID || '\(CompoundMigrationID.separator)' || AUTHOR
        FROM DATABASECHANGELOG WHERE EXECTYPE NOT IN ('FAILED', 'SKIPPED') ORDER BY ORDEREXECUTED
        """),
      others: [
        .init(
          "DATABASECHANGELOGLOCK", of: "Liquibase",
          normalizing: ["lockgranted": "'2000-01-01 00:00:00'"])
      ]),
    script: .rewritten,
    // https://docs.liquibase.com/concepts/changelogs/changeset-checksums.html; before 4.22, it only collapsed white space.
    textComparison: .refusal(
      .visibleCharacters, "Liquibase stops with \"checksum … is now\""),
    read: readLiquibase, readsFoldersBelow: true, readsOtherFolders: true)
}

/// The dialect in a line such as `url: jdbc:sqlite:app.db`.
@Sendable private func connectedDialect(_ properties: String) -> Dialect? {
  properties.lines.lazy.map(\.trimmed).filter { $0.hasPrefix("url") }.compactMap { line in
    line.firstRange(of: "jdbc:").map {
      Dialect(word: line[$0.upperBound...].prefix { $0 != ":" }) ?? .other
    }
  }.first
}

private func readLiquibase(
  _ reading: inout FolderReading
) throws(MigrationFolderError)
  -> [Migration]
{
  var changelog = try LiquibaseChangelog(&reading)
  try changelog.read(&reading)
  return changelog.migrations
}
