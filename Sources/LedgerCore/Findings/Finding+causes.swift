package import SQLiteData

extension Finding {
  /// The cause that several findings can have in common.
  ///
  /// Two findings have the same cause if they differ only in their version, samples and counts, or if foreign key actions
  /// have changed rows of several tables in the same migration. A waived finding stays apart from one that counts.
  package enum SharedCause: Hashable, Sendable {
    case equal(Finding, Waiver?)
    /// Failures of one migration that the same assumption rules out.
    case assumption(path: String, Assumption, Severity, Waiver?)
    case actions(path: String, foreignKeys: Bool?, Severity, Waiver?)
    /// Migrations whose effect depends on the setting of foreign keys, which is not configured.
    case foreignKeysUnknown(Waiver?)
  }

  /// `nil` for a finding that is not about migrating a version.
  package var sharedCause: SharedCause? {
    guard let part = commonPart else { return nil }
    if let path, let rowChange, rowChange.onDelete != nil, !(kind is RowsChanged) {
      return .actions(path: path, foreignKeys: foreignKeys, severity, waiver)
    }
    if let path, let assumption { return .assumption(path: path, assumption, severity, waiver) }
    if kind is ForeignKeysUnknown { return .foreignKeysUnknown(waiver) }
    return .equal(part, waiver)
  }
}

extension [Finding] {
  /// The findings with one finding for each cause. It is the first of those that the cause gives, and names the other
  /// versions and places.
  package var groupedByCause: [Finding] {
    var groups: [[Finding]] = []
    var places: [Finding.SharedCause: Int] = [:]
    for finding in self {
      if let cause = finding.sharedCause, let place = places[cause] {
        groups[place].append(finding)
      } else {
        if let cause = finding.sharedCause { places[cause] = groups.count }
        groups.append([finding])
      }
    }
    return groups.map { group in
      var first = group[0]
      if first.kind is ForeignKeysUnknown {
        let all = group.compactMap { $0.kind as? ForeignKeysUnknown }
        first.kind = ForeignKeysUnknown(migrations: all.flatMap(\.migrations).uniqued)
      }
      return first.also(
        of: group.compactMap(\.version).filter { $0 != first.version }.uniqued,
        in: group.compactMap(\.place).filter { $0 != first.place }.uniqued)
    }
  }
}
