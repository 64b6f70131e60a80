extension Schema {
  /// The names of the persisted properties that an entity declares itself, in the order of the source. For an entity
  /// without a class, whose order is not known, they are sorted. Empty if there is no such entity.
  package func declaredProperties(of entity: String) -> [String] {
    if let description = descriptions.first(where: { $0.name == entity }) {
      return description.ownProperties.map(\.name)
    }
    return entitiesByName[entity]?.storedProperties.map(\.name) ?? []
  }
}
