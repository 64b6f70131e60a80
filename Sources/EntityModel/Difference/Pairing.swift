/// Something with a name that says what it was called before.
protocol Renamable {
  var name: String { get }
  var originalName: String { get }
}

extension DeclaredModel.Entity: Renamable {}
extension DeclaredModel.Attribute: Renamable {}
extension DeclaredModel.Relationship: Renamable {}

/// Which of some things is which of some others.
struct Pairing<Element: Renamable> {
  private(set) var pairs: [(before: Element, after: Element)] = []
  /// Those that have no partner.
  private(set) var removed: [Element] = []
  private(set) var added: [Element] = []

  /// What has the name and the original name it had is the same. What is called otherwise and says that it was called
  /// so is the same, even where names are swapped. Only then does a name alone count.
  init(_ before: [Element], _ after: [Element]) {
    (removed, added) = (before, after)
    pair { $0.name == $1.name && $0.originalName == $1.originalName }
    pair { $1.originalName != $1.name && $0.name == $1.originalName }
    pair { $0.name == $1.name }
  }

  private mutating func pair(_ areSame: (Element, Element) -> Bool) {
    for candidate in added {
      guard let position = removed.firstIndex(where: { areSame($0, candidate) }) else { continue }
      pairs.append((removed.remove(at: position), candidate))
      added.removeAll { $0.name == candidate.name }
    }
  }
}
