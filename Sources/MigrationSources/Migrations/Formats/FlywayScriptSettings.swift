/// The settings in `<migration>.sql.conf` for one migration.
///
/// [Script configuration](https://documentation.red-gate.com/flyway/reference/script-configuration)
struct FlywayScriptSettings {
  private(set) var executesInTransaction: Bool?
  private(set) var replacesPlaceholders = true
  private(set) var executes = true

  /// Creates Flyway's default settings.
  init() {}

  /// - Throws: `MigrationFolderError.refusedText` for an expression that decides whether the migration runs.
  init(_ text: String, path: String) throws(MigrationFolderError) {
    for (index, line) in text.lines.enumerated() where !line.trimmed.hasPrefix("#") {
      let parts = line.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let value = parts[1].trimmed
      switch parts[0].trimmed {
      case "executeInTransaction": executesInTransaction = value == "true"
      case "placeholderReplacement": replacesPlaceholders = value == "true"
      case "shouldExecute":
        guard value == "true" || value == "false" else {
          throw .refusedText(
            path, line: index + 1, reason: "uses an expression to decide whether the migration runs",
            hint: "only true and false are read here")
        }
        executes = value == "true"
      default: break
      }
    }
  }
}
