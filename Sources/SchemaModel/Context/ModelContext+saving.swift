internal import Foundation
internal import GRDB

extension ModelContext {
  /// Writes all changes in one transaction. If a row already has the unique values of a new object, the save updates
  /// that row instead, and both become one object.
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
      guard !store.isReadOnly else { throw StoreError.readOnly(path: store.path) }
      NotificationCenter.default.post(name: Self.willSave, object: self)
      // Changes made by the notification's observers are saved too.
      try followDeleteRules()
      let run = try SaveRun(self)
      do {
        try store.connection.write { database in try run.write(to: database) }
      } catch {
        run.discardKeys()
        throw StoreError.of(error, store.path)
      }
      finish(run)
    } catch let error as StoreError where error.isOfModels {
      throw SwiftDataError.modelValidationFailure.because(error)
    }
  }

  private func finish(_ run: SaveRun) {
    for data in run.inserted where !run.isMerged(data) {
      if let key = data.key { register(data, key) }
    }
    for update in run.merged { merge(update) }
    let identifiers: [NotificationKey: [PersistentIdentifier]] = [
      .insertedIdentifiers: run.inserted.map(\.identifier), .updatedIdentifiers: run.changed.map(\.identifier),
      .deletedIdentifiers: run.deleted.map(\.identifier),
    ]
    let saved = run.inserted + run.changed
    for data in saved {
      data.state = .clean
      data.forgetOriginal()
    }
    for data in run.deleted {
      if let key = data.key { forget(key, of: data) }
      data.state = .gone
      data.forgetOriginal()
    }
    for data in run.deleted { data.detachAfterDeletion() }
    // Only possible now that related objects have their keys.
    for data in saved { data.releaseLinks() }
    if !run.merged.isEmpty { releaseLinks(to: Set(run.merged.compactMap(\.new.key))) }
    forgetChanges()
    let information = Dictionary(uniqueKeysWithValues: identifiers.map { ($0.key.rawValue, $0.value) })
    NotificationCenter.default.post(name: Self.didSave, object: self, userInfo: information)
  }

  /// Releases references of unchanged objects to merged ones, whose objects or links have changed.
  private func releaseLinks(to merged: Set<RowKey>) {
    for data in registered.values.map({ $0.takeUnretainedValue() }) where data.state == .clean {
      data.releaseLinks()
      for slot in data.entity.linkSlots {
        guard case .key(let key) = data.values[slot], merged.contains(key),
          let inverse = data.entity.properties[slot].inverse, inverse.relationship?.isToMany == false,
          let other = registered[key]?.takeUnretainedValue(), !other.refers(inverse.slot, to: data)
        else { continue }
        data.values[slot] = .nothing
      }
      data.model?._$didChangeAll()
    }
  }

  /// Merges a new object into the existing object of its row: both share the same values from now on.
  private func merge(_ update: SaveRun.Merge) {
    guard let key = update.new.key else { return }
    guard let known = registered[key]?.takeUnretainedValue() else {
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
