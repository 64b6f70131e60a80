/// Whose rules decide what an original name means.
public enum RenameRules: Sendable {
  /// Core Data's: a renaming identifier "creates a canonical name", which is that of the previous version if the two are
  /// equal, be they names or identifiers. If the previous version does not have it, the property or entity is new.
  ///
  /// https://developer.apple.com/documentation/coredata/migrating-your-data-model-automatically
  case coreData
  /// SchemaModel's: the original name may also be the name in the previous version if that has an original name of its own,
  /// and it must exist.
  case schemaModel
}

/// Matches the names of one version with those of the previous one.
struct Renames {
  /// A name and its name in the previous version.
  struct Declared: Hashable {
    let name: String
    let originalName: String

    var isRenamed: Bool { name != originalName }
  }

  /// The older name of each newer name that has one.
  private(set) var older: [String: String] = [:]
  /// Older names that are the original name of several newer names, with those newer names.
  private(set) var conflicting: [String: [String]] = [:]
  /// Newer names whose original name does not exist in the older version.
  private(set) var unmatched: [Declared] = []

  /// Finds the older name of each newer name.
  init(newer: [Declared], older: [Declared], rules: RenameRules = .schemaModel) {
    if rules == .coreData {
      matchCanonicalNames(newer, older)
      return
    }
    let known = Set(older.map(\.name))
    // Equal declarations in both versions: the property was renamed in an earlier version, not again in this one.
    for name in newer where name.isRenamed && older.contains(name) { claim(name.name, name.name) }
    for name in newer where name.isRenamed && self.older[name.name] == nil && known.contains(name.originalName) {
      claim(name.originalName, name.name)
    }
    for name in newer where isFree(name.name, name.name) && known.contains(name.name) { claim(name.name, name.name) }
    for name in newer {
      let sameOrigin = older.filter { $0.originalName == name.originalName && isFree(name.name, $0.name) }
      if let one = sameOrigin.first { claim(one.name, name.name) }
    }
    unmatched = newer.filter {
      $0.isRenamed && self.older[$0.name] == nil && !conflicting.values.joined().contains($0.name)
    }
  }

  private mutating func matchCanonicalNames(_ newer: [Declared], _ older: [Declared]) {
    for name in newer where older.contains(name) { claim(name.name, name.name) }
    for name in newer where self.older[name.name] == nil {
      if let one = older.first(where: { $0.originalName == name.originalName }) { claim(one.name, name.name) }
    }
    // No store has shown what becomes of a name whose identifier was added or removed; its values are not called lost.
    let known = Set(older.map(\.name))
    for name in newer where isFree(name.name, name.name) && known.contains(name.name) { claim(name.name, name.name) }
  }

  private func isFree(_ newer: String, _ older: String) -> Bool {
    self.older[newer] == nil && !self.older.values.contains(older)
  }

  private mutating func claim(_ old: String, _ new: String) {
    guard let other = older.first(where: { $0.value == old })?.key else {
      older[new] = old
      return
    }
    conflicting[old] = ((conflicting[old] ?? [other]) + [new]).sorted()
  }

  /// The newer name of each older name, for a stage to an older version.
  var reversed: [String: String] {
    Dictionary(older.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
  }
}
