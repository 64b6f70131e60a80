public import LedgerCore
internal import SQLiteData
internal import SQLiteSchema

/// Differences SL302 or SL303 that the same versions have for the same cause.
///
/// The findings of several versions often differ by a few changes, although most changes have one cause in all of them.
/// Therefore the changes are grouped, not the findings.
public struct SchemaDifferenceGroup: Sendable, Hashable {
  /// A finding for each version, only about the changes of the group. The order of columns may differ between versions;
  /// all else is equal apart from the version.
  public let findings: [Finding]

  /// What must be equal for changes of one group.
  private struct Context: Hashable {
    let destination: String?
    let foreignKeys: Bool?
    let commits: [Finding.Commit]
    let remedy: Remedy?
    let path: String?
    let evidence: Finding.Evidence?
    let isPending: Bool?
    let assumption: Assumption?
    let isWaived: Bool

    init(_ finding: Finding) {
      destination = finding.destination
      foreignKeys = finding.foreignKeys
      commits = finding.commits
      remedy = finding.commonPart?.remedy
      path = finding.path
      evidence = finding.evidence
      isPending = finding.isPending
      assumption = finding.assumption
      isWaived = finding.waiver != nil
    }
  }

  private struct ChangeKey: Hashable {
    let context: Context
    let kind: SchemaChange.Kind
    let place: String
    let before: String?
    let after: String?

    init(_ change: SchemaChange, _ context: Context) {
      self.context = context
      kind = change.kind
      place = change.place
      // Two versions may have the same cause of a different order, and other columns besides.
      (before, after) = change.kind.aspect == .reordered ? (nil, nil) : (change.before, change.after)
    }
  }

  private struct GroupKey: Hashable {
    let context: Context
    let findings: [Int]
  }

  /// Groups the changes of SL302 and SL303. Each distinct set of findings that have a change in common is one group, in
  /// the order of its first change. Whether a group is SL302 or SL303 depends on its changes.
  ///
  /// - Parameter findings: of all versions, in their order. Other findings are left out.
  public static func groups(of findings: [Finding]) -> [SchemaDifferenceGroup] {
    let differences = findings.filter { [.schemaDiffers, .columnOrderDiffers].contains($0.code) && $0.version != nil }
    let contexts = differences.map(Context.init)
    var places: [ChangeKey: [Int]] = [:]
    for (index, finding) in differences.enumerated() {
      for key in Set(finding.changes.map({ ChangeKey($0, contexts[index]) })) { places[key, default: []].append(index) }
    }
    var order: [GroupKey] = []
    var changes: [GroupKey: [Int: [SchemaChange]]] = [:]
    for (index, finding) in differences.enumerated() {
      for change in finding.changes {
        let key = GroupKey(
          context: contexts[index], findings: places[ChangeKey(change, contexts[index])] ?? [index])
        if changes[key] == nil { order.append(key) }
        changes[key, default: [:]][index, default: []].append(change)
      }
    }
    return order.map { key in
      SchemaDifferenceGroup(findings: key.findings.map { differences[$0].about(changes[key]?[$0] ?? []) })
    }
  }
}

extension [Finding] {
  /// One finding for each cause, which names all versions that it affects. Differences SL302 and SL303 are divided into
  /// those that the same versions have.
  var oneForEachCause: [Finding] {
    let differences = SchemaDifferenceGroup.groups(of: self).compactMap { group in
      group.findings.first?.also(of: group.findings.dropFirst().compactMap(\.version).uniqued)
    }
    let others = filter { ![.schemaDiffers, .columnOrderDiffers].contains($0.code) || $0.version == nil }.groupedByCause
    // What is not about a version comes first.
    let place = others.firstIndex { $0.commonPart != nil } ?? others.endIndex
    return others[..<place] + differences + others[place...]
  }
}
