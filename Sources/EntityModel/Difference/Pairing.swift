/// A declaration with a name and the name it had in the previous version.
protocol Renamable {
  var name: String { get }
  var originalName: String { get }
}

extension DeclaredModel.Entity: Renamable {}
extension DeclaredModel.Attribute: Renamable {}
extension DeclaredModel.Relationship: Renamable {}

/// Matches the declarations of two versions.
struct Pairing<Element: Renamable> {
  private(set) var pairs: [(before: Element, after: Element)] = []
  /// The old declarations without a counterpart.
  private(set) var removed: [Element] = []
  private(set) var added: [Element] = []

  /// Matches declarations in three steps, as ``RenameRules/coreData``: first those with equal names and equal original names;
  /// then those with equal original names, even if names were swapped; then those with equal names.
  init(_ before: [Element], _ after: [Element]) {
    (removed, added) = (before, after)
    pair { $0.name == $1.name && $0.originalName == $1.originalName }
    pair { $0.originalName == $1.originalName }
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
