extension ModelDifference {
  /// The differences from a declared model to the model in a store's cache, as far as the cache has what can be compared.
  ///
  /// The cache has no texts of defaults, conditions and derivations, only that there are some. In a store of SwiftData, values
  /// that are not scalar look different (``DeclaredModel/storedForm``), and what the cache says of relationships beyond
  /// their ends has been compared only for the delete rule.
  public static func fromDeclared(
    _ declared: DeclaredModel, toCached stored: DeclaredModel, ofSwiftData isSwiftData: Bool
  ) -> [Change] {
    let all = ModelDifference(from: declared, to: stored).changes.filter { change in
      ![change.before, change.after].contains { $0?.contains(DeclaredModel.unknownDefault) == true }
        || change.before == nil || change.after == nil
    }
    // Core Data keeps an index of the old kind as one of the new kind.
    guard isSwiftData else {
      return all.filter { change in
        change.kind != .index && !(change.kind == .options && [change.before, change.after].contains("indexed"))
      }
    }
    let plain = ModelDifference(from: declared.storedForm, to: stored.storedForm).changes
    return plain
      + all.filter { change in
        switch change.kind {
        case .hashModifier, .deleteRule, .uniqueness: true
        case .optionality: change.isOfAttribute(in: stored)
        default: false
        }
      }
  }
}

extension ModelDifference.Change {
  fileprivate func isOfAttribute(in model: DeclaredModel) -> Bool {
    model.entity(named: entity)?.attributes.contains { $0.name == property } ?? false
  }
}
