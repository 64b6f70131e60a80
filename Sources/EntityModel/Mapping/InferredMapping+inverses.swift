extension InferredMapping {
  /// The relationships of ``from`` whose links Core Data moves by a rule that neither its documentation nor a store has
  /// shown: those that get another inverse, unless they are to-one and only get a new to-many inverse, so that the key stays
  /// where it is; and those without an inverse that become to-many. With the names of ``from``, sorted.
  public var relationshipsOfUnknownEffect: [Property] {
    let found = entities.flatMap { mapping -> [Property] in
      guard let source = mapping.source else { return [] }
      let owner = from.inheritedProperties(of: source).owner
      return mapping.relationships.compactMap { pair in
        guard let old = pair.source, isOfOtherInverse(pair.relationship, old) else { return nil }
        return Property(entity: owner[old.name] ?? source, name: old.name)
      }
    }
    return Set(found).sorted { ($0.entity, $0.name) < ($1.entity, $1.name) }
  }

  private func isOfOtherInverse(_ new: DeclaredModel.Relationship, _ old: DeclaredModel.Relationship) -> Bool {
    guard let name = new.inverse, let inverse = entity(named: new.destination)?.relationship(named: name) else {
      return old.inverse != nil || new.isToMany && !old.isToMany
    }
    if inverse.source?.name == old.inverse, old.inverse != nil { return false }
    return new.isToMany || !inverse.relationship.isToMany || inverse.source != nil || old.inverse != nil
  }

  /// The columns of ``from`` with the keys of relationships whose links are kept, there or in their inverse: `ZNOTE.ZFOLDER`.
  /// Empty if its tables are not known.
  public var keyColumnsOfKeptLinks: Set<String> {
    guard let layout = try? StoreLayout(of: from) else { return [] }
    var kept: Set<Property> = []
    for mapping in entities {
      guard let source = mapping.source else { continue }
      for old in mapping.relationships.compactMap(\.source) {
        kept.insert(Property(entity: source, name: old.name))
        if let inverse = old.inverse {
          kept.formUnion(from.family(of: old.destination).map { Property(entity: $0.name, name: inverse) })
        }
      }
    }
    return Set(
      kept.flatMap { property -> [String] in
        guard case .ownKey(let column)? = layout.storage(of: property.name, in: property.entity) else { return [] }
        let table = layout.table(of: property.entity)
        return [column, layout.entityNumberColumn(of: property.name, in: property.entity)].compactMap { $0 }
          .map { "\(table).\($0)" }
      })
  }
}
