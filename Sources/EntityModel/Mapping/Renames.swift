/// Which names of one version stand for which names of the version before.
///
/// A renaming identifier "creates a canonical name": it is the name in the version before, or the identifier that name
/// has there itself. https://developer.apple.com/documentation/coredata/migrating-your-data-model-automatically
struct Renames {
  /// A name and what the version before calls it.
  struct Declared: Hashable {
    let name: String
    let originalName: String

    var isRenamed: Bool { name != originalName }
  }

  /// The older name of each newer one that has one.
  private(set) var older: [String: String] = [:]
  /// Older names that more than one newer name claims by its original name, with those that do.
  private(set) var disputed: [String: [String]] = [:]
  /// Newer names that say they were renamed, of something that is not there.
  private(set) var unfounded: [Declared] = []

  /// Finds for each newer name its older one.
  init(newer: [Declared], older: [Declared]) {
    let known = Set(older.map(\.name))
    // Declared alike in both: it was renamed before, and is not once more.
    for name in newer where name.isRenamed && older.contains(name) { claim(name.name, name.name) }
    for name in newer where name.isRenamed && self.older[name.name] == nil && known.contains(name.originalName) {
      claim(name.originalName, name.name)
    }
    for name in newer where isFree(name.name, name.name) && known.contains(name.name) { claim(name.name, name.name) }
    for name in newer {
      let sameOrigin = older.filter { $0.originalName == name.originalName && isFree(name.name, $0.name) }
      if let one = sameOrigin.first { claim(one.name, name.name) }
    }
    unfounded = newer.filter {
      $0.isRenamed && self.older[$0.name] == nil && !disputed.values.joined().contains($0.name)
    }
  }

  private func isFree(_ newer: String, _ older: String) -> Bool {
    self.older[newer] == nil && !self.older.values.contains(older)
  }

  private mutating func claim(_ old: String, _ new: String) {
    guard let other = older.first(where: { $0.value == old })?.key else {
      older[new] = old
      return
    }
    disputed[old] = ((disputed[old] ?? [other]) + [new]).sorted()
  }

  /// The same the other way round: a stage that leads down reads the names of the newer version backwards.
  var reversed: [String: String] {
    Dictionary(older.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
  }
}
