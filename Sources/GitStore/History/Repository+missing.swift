internal import CLibgit2

/// Where some commits were found.
struct CommitPlaces: Hashable {
  /// The checksums of the packs that existed, as their indexes have them.
  let packs: [ObjectID]
  /// The commits that were in none of them.
  let loose: [ObjectID]
}

extension Repository {
  /// The ids that are not in the object database. `sorted` must be sorted.
  func missing(of sorted: [ObjectID]) -> [ObjectID] { missing(amongUnpacked: unpacked(of: sorted)) }

  /// Those of some ids in no pack that are not in the object database.
  func missing(amongUnpacked ids: [ObjectID]) -> [ObjectID] {
    var missing = ids
    missing.removeAll { database.contains($0, refreshing: false) }
    // Another process may just have packed them.
    if !missing.isEmpty, git_odb_refresh(objects.pointer) == 0 {
      missing.removeAll { database.contains($0, refreshing: false) }
    }
    return missing
  }

  /// Where existing commits are.
  ///
  /// - Parameter loose: those that are in no pack.
  func places(loose: [ObjectID]) -> CommitPlaces {
    CommitPlaces(packs: database.packs.packs.map(\.index.packChecksum), loose: loose)
  }

  /// Whether the commits still exist, because all of the packs do and the other commits are found.
  func exist(_ places: CommitPlaces) -> Bool {
    let packs = Set(database.packs.packs.map(\.index.packChecksum))
    return places.packs.allSatisfy(packs.contains) && missing(of: places.loose).isEmpty
  }

  /// The ids that are in no pack. `sorted` must be sorted.
  func unpacked(of sorted: [ObjectID]) -> [ObjectID] {
    var rest = sorted
    if rest.isEmpty { return [] }
    for pack in database.packs.packs.sorted(by: { $0.index.count > $1.index.count }) where !rest.isEmpty {
      rest = pack.index.missing(of: rest)
    }
    return rest
  }
}
