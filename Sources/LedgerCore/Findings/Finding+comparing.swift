public import Findings
internal import SQLiteData

extension Finding {
  /// The commits that did it.
  package var changingCommits: [Commit] { commits.filter { $0.role != .committed } }

  /// Whether both say the same, wherever they are.
  package func hasSameKind(as other: Finding?) -> Bool {
    other.map { AnyHashable($0.kind) == AnyHashable(kind) } ?? false
  }

  /// What it claims, without what helps and who did it: equal for findings that two comparisons have in common.
  package var claim: Finding {
    var finding = self
    (finding.remedy, finding.revision, finding.cause, finding.entry) = (nil, nil, nil, nil)
    finding.exhibits = Exhibits()
    return finding
  }

  /// The table, or `table.column`; `nil` if it names none.
  public var place: String? { object.map { $0 + (column.map { ".\($0)" } ?? "") } }

  /// The names of all versions for which it holds.
  public var versions: [String] { (version.map { [$0] } ?? []) + otherVersions }

  /// What equal findings about several versions have in common; `nil` for a finding that is not about migrating a version.
  ///
  /// Versions, entries, samples and numbers of rows may differ.
  public var commonPart: Finding? { kind is any UpgradeFinding && version != nil ? withoutNumbers : nil }

  /// What findings about several versions or files have in common: versions, entries, samples and numbers of rows are left
  /// out.
  public var withoutNumbers: Finding {
    var finding = self
    finding.kind = kind.withoutCounts
    (finding.version, finding.entry, finding.waiver, finding.assumption) = (nil, nil, nil, nil)
    (finding.samples, finding.others, finding.branch) = ([], Others(), nil)
    finding.broadWaiver = nil
    if case .showFrozen(let commit, _) = remedy { finding.remedy = .showFrozen(commit, folder: "") }
    return finding
  }
}

extension Sequence<Finding> {
  /// How to restore each version that was rewritten in or deleted from the ledger, by its name.
  package var restorations: [String: Remedy] {
    reduce(into: [:]) { restorations, finding in
      guard [.entryRewritten, .entryDeleted].contains(finding.code), let version = finding.version else { return }
      restorations[version] = finding.remedy ?? restorations[version]
    }
  }

  /// The worst severity of those that are not waived; `nil` if there is none.
  public var worst: Finding.Severity? { lazy.filter { $0.waiver == nil }.map(\.severity).max() }

  /// Those that count.
  public var unwaived: [Finding] { filter { $0.waiver == nil } }

  /// Those that are accepted.
  public var waived: [Finding] { filter { $0.waiver != nil } }
}
