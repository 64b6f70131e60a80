internal import Findings

extension [Finding] {
  /// The findings about the upgrade of one version, with the severities that their evidence supports.
  ///
  /// An error about a migration that is already frozen becomes a warning if nothing but generated rows shows it, or if it
  /// occurs with only one of the two settings of foreign keys and the configuration does not state which one the
  /// application has. Databases in use have run such a migration, so the rows or the setting may not exist. What occurs
  /// only with foreign keys on becomes one finding: its cause is the setting.
  ///
  /// - Parameter history: `error` to keep the errors.
  package func weighed(history: HistoryPolicy) -> [Finding] {
    if history == .error { return self }
    let weighed = map(\.weighed)
    let withForeignKeys = weighed.filter { $0.severity == .warning && $0.isPending == false && $0.foreignKeys == true }
    guard let first = withForeignKeys.first else { return weighed }
    var migrations: [String] = []
    for path in withForeignKeys.compactMap(\.path) where !migrations.contains(path) { migrations.append(path) }
    let summary = Finding(ForeignKeysUnknown(migrations: migrations.sorted()))
      .with(version: first.version, entry: first.entry)
      .setting(\.destination, to: first.destination)
      .setting(\.evidence, to: withForeignKeys.contains { $0.evidence == .empty } ? .empty : first.evidence)
      .setting(\.isPending, to: false)
    return weighed.filter { !withForeignKeys.contains($0) } + [summary]
  }
}

extension Finding {
  fileprivate var weighed: Finding {
    guard severity == .error, isPending == false, evidence == .generated || foreignKeys != nil else { return self }
    return atMost(.warning)
  }
}
