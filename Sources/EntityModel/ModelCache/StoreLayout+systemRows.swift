extension StoreLayout {
  /// The statements that fill the system tables of an empty store, without semicolons: `Z_PRIMARYKEY` with the entities,
  /// and `Z_METADATA` with the model. Apple's version hashes are missing, so Core Data does not open such a store.
  ///
  /// The identifier of the store is always the same, so that equal models have equal stores.
  public func systemRows(of model: DeclaredModel) -> [String] {
    let keys = model.entities.map { (number: number(of: $0.name), entity: $0) }.sorted { $0.number < $1.number }.map {
      let parent = $0.entity.superentity.map(number(of:)) ?? 0
      let name = SQLLiteral.text($0.entity.name).sql
      return "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (\($0.number), \(name), \(parent), 0)"
    }
    let metadata = StoreMetadata(versionIdentifiers: [model.version], modelDocument: model.bytes)
    let identifier = SQLLiteral.text("00000000-0000-0000-0000-000000000000").sql
    let list = SQLLiteral.blob(metadata.propertyList).sql
    return keys + ["INSERT INTO Z_METADATA (Z_VERSION, Z_UUID, Z_PLIST) VALUES (1, \(identifier), \(list))"]
  }
}
