internal import Foundation
internal import GRDB

extension ModelContext {
  /// Writes all changes in one transaction for each store. If a row already has the unique values of a new object, the
  /// save updates that row instead, and both become one object.
  ///
  /// - Throws: `SwiftDataError.modelValidationFailure` if an object cannot be saved, with the reason as
  ///   `underlyingError`; `StoreError`. In both cases nothing is written and all changes are kept.
  public func save() throws {
    if let error = postponed.first {
      postponed = []
      throw error
    }
    do {
      try followDeleteRules()
      guard hasChanges else {
        forgetChanges()
        return
      }
      // Checked first, so that no observer sees a save that cannot happen.
      if let store = container.stores.first, container.stores.count == 1, store.isReadOnly {
        throw StoreError.readOnly(path: store.path)
      }
      NotificationCenter.default.post(name: Self.willSave, object: self)
      // Changes made by the notification's observers are saved too.
      try followDeleteRules()
      let runs = try container.stores.map { try SaveRun(self, $0) }.filter { !$0.isEmpty }
      for run in runs where run.store.isReadOnly { throw StoreError.readOnly(path: run.store.path) }
      let points = runs.map(\.external.point)
      do {
        try write(runs[...])
      } catch {
        for (run, point) in zip(runs, points) {
          if run.isCommitted {
            run.external.commit()
            finish(run)
            continue
          }
          run.discardKeys()
          if run.store.stageFiles == nil { run.external.rollBack() } else { run.external.rollBack(to: point) }
        }
        throw error
      }
      for run in runs where run.store.stageFiles == nil { run.external.commit() }
      finish(runs)
    } catch let error as StoreError where error.isOfModels {
      throw SwiftDataError.modelValidationFailure.because(error)
    }
  }

  /// Writes each store within the transaction of the store before it, so that all are rolled back if one fails. Only
  /// the failure of a commit itself, after the stores behind it are committed, leaves them with different changes: those that
  /// are committed are saved, and the others are not.
  private func write(_ runs: ArraySlice<SaveRun>) throws {
    guard let run = runs.first else { return }
    do {
      try run.store.connection.write { database in
        try run.write(to: database)
        try write(runs.dropFirst())
      }
      run.isCommitted = true
    } catch {
      throw StoreError.of(error, run.store.path)
    }
  }

  private func finish(_ runs: [SaveRun]) {
    for run in runs { finish(run) }
    forgetChanges()
    let identifiers: [NotificationKey: [PersistentIdentifier]] = [
      .insertedIdentifiers: Self.identifiers(of: runs.map(\.inserted)),
      .updatedIdentifiers: Self.identifiers(of: runs.map(\.changed)),
      .deletedIdentifiers: runs.flatMap(\.deletedIdentifiers),
    ]
    let information = Dictionary(uniqueKeysWithValues: identifiers.map { ($0.key.rawValue, $0.value) })
    NotificationCenter.default.post(name: Self.didSave, object: self, userInfo: information)
  }

  private static func identifiers(of objects: [[BackingData]]) -> [PersistentIdentifier] {
    var identifiers: [PersistentIdentifier] = []
    identifiers.reserveCapacity(objects.reduce(0) { $0 + $1.count })
    for data in objects.joined() { identifiers.append(data.identifier) }
    return identifiers
  }

  private func finish(_ run: SaveRun) {
    for data in run.inserted where !run.isMerged(data) {
      if let key = data.key { register(data, key) }
    }
    for update in run.merged { merge(update) }
    run.deletedIdentifiers = run.deleted.map(\.identifier)
    for data in run.inserted { data.isSaved() }
    for data in run.changed { data.isSaved() }
    for data in run.deleted {
      if let key = data.key { forget(key, of: data) }
      data.state = .gone
      data.forgetOriginal()
    }
    for data in run.deleted { data.detachAfterDeletion() }
    // Only possible now that related objects have their keys.
    if run.isLinked {
      for data in run.inserted { data.releaseLinks() }
      for data in run.changed { data.releaseLinks() }
    }
    if !run.merged.isEmpty { releaseLinks(to: Set(run.merged.compactMap(\.new.key))) }
  }

  /// Releases references of unchanged objects to merged ones, whose objects or links have changed.
  private func releaseLinks(to merged: Set<RowKey>) {
    for data in registered.linked where data.state == .clean {
      data.releaseLinks()
      for slot in data.entity.linkSlots {
        guard case .key(let key) = data.values[slot], merged.contains(key),
          let inverse = data.entity.properties[slot].inverse, inverse.relationship?.isToMany == false,
          let other = registered[key], let inverse = other.entity.counterpart(of: inverse),
          !other.refers(inverse.slot, to: data)
        else { continue }
        data.values[slot] = .nothing
      }
      data.model?._$didChangeAll()
    }
  }

  /// Merges a new object into the existing object of its row: both share the same values from now on.
  private func merge(_ update: SaveRun.Merge) {
    guard let key = update.new.key else { return }
    guard let known = registered[key] else {
      register(update.new, key)
      return
    }
    known.values = update.new.values
    known.state = .clean
    known.forgetOriginal()
    known.releaseLinks()
    update.model.persistentBackingData = known
    known.model?._$didChangeAll()
  }
}
