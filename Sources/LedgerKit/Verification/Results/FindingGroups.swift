internal import LedgerCore

extension [Finding] {
  /// The findings with one finding for each cause: findings that differ only in their version, samples and counts become
  /// the first of them, which names the other versions. A finding that is waived stays apart from one that is not.
  var groupedByCause: [Finding] {
    var order: [Int] = []
    var groups: [Group: (place: Int, others: [String])] = [:]
    for (index, finding) in enumerated() {
      guard let part = finding.commonPart else {
        order.append(index)
        continue
      }
      let group = Group(part: part, waiver: finding.waiver)
      if groups[group] == nil {
        order.append(index)
        groups[group] = (index, [])
      } else if let version = finding.version, groups[group]?.others.contains(version) == false,
        self[groups[group]?.place ?? index].version != version
      {
        groups[group]?.others.append(version)
      }
    }
    let others = Dictionary(groups.values.map { ($0.place, $0.others) }, uniquingKeysWith: { first, _ in first })
    return order.map { self[$0].also(of: others[$0] ?? []) }
  }
}

private struct Group: Hashable {
  let part: Finding
  let waiver: Waiver?
}
