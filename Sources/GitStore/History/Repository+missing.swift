internal import CLibgit2

extension Repository {
  /// The ids that are not in the object database. `sorted` must be sorted.
  func missing(of sorted: [ObjectID]) -> [ObjectID] {
    var missing = sorted
    if missing.isEmpty { return [] }
    for pack in database.packs.packs.sorted(by: { $0.index.count > $1.index.count }) where !missing.isEmpty {
      pack.index.remove(from: &missing)
    }
    missing.removeAll { database.contains($0, refreshing: false) }
    // Another process may just have packed them.
    if !missing.isEmpty, git_odb_refresh(objects.pointer) == 0 {
      missing.removeAll { database.contains($0, refreshing: false) }
    }
    return missing
  }
}
