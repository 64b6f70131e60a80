internal import ReportDocuments

/// What changed since the newest version, and in it.
struct PendingSection {
  let part: Part

  /// The rest is folded.
  private static let shownChanges = 6
  private static let mostChanges = 200

  var html: HTML {
    guard let latest = part.line.last else { return .nothing }
    var children: [HTML] = []
    if let pending = part.database.pending {
      children.append(
        element("h\(part.level + 1)", [:], ["In today's source, since ", part.link(to: latest)]))
      children += pending.isEmpty ? [element("p", [:], ["No schema change."])] : list(pending)
    }
    // What comes next matters more than what has been released.
    let isFolded = part.database.pending?.isEmpty == false && !latest.changes.isEmpty
    if !isFolded {
      children.append(element("h\(part.level + 1)", [:], ["In ", part.link(to: latest), ", the newest version"]))
    }
    if latest.parents.isEmpty {
      children.append(element("p", [:], ["It is the first version."]))
    } else if latest.changes.isEmpty {
      children.append(element("p", [:], ["No schema change."]))
    } else if isFolded {
      let items = latest.changes.prefix(Self.mostChanges).map { ChangeText(change: $0).html }
      children.append(
        folded(
          summary: [.count(latest.changes.count, "change"), .text(" in \(latest.name), the newest version")],
          [element("ul", ["class": "changes"], items)]))
    } else {
      children += list(latest.changes)
    }
    return part.section("changes", "What changed", children)
  }

  private func list(_ changes: [ChangeDocument]) -> [HTML] {
    func list(_ changes: some Sequence<ChangeDocument>) -> HTML {
      element("ul", ["class": "changes"], changes.map { ChangeText(change: $0).html })
    }
    let rest = changes.dropFirst(Self.shownChanges)
    guard rest.count > 1 else { return [list(changes)] }
    let more: [HTML] =
      rest.count > Self.mostChanges ? [element("p", [:], [.text("and \(rest.count - Self.mostChanges) more")])] : []
    return [
      list(changes.prefix(Self.shownChanges)),
      folded(summary: [.count(rest.count, "more change")], [list(rest.prefix(Self.mostChanges))] + more),
    ]
  }
}
