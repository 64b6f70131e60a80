extension Finding {
  /// The finding with the severity that its evidence supports.
  ///
  /// An error about a migration that is already frozen becomes a warning if nothing but generated rows shows it, or if it
  /// occurs with only one of the two settings of foreign keys and the configuration does not state which one the
  /// application has. Databases in use have run such a migration, so the rows or the setting may not exist.
  ///
  /// - Parameter history: `error` to keep the error.
  package func weighed(history: Severity) -> Finding {
    guard severity == .error, history != .error, isPending == false, evidence == .generated || foreignKeys != nil else {
      return self
    }
    var finding = self
    finding.severity = .warning
    return finding
  }
}
