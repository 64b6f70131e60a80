extension Configuration {
  /// The database with this name, or the only one.
  ///
  /// - Throws: `LedgerError.unknownDatabase`, `.severalDatabases`.
  public func database(_ name: String?) throws(LedgerError) -> DatabaseConfiguration {
    let known = databases.map(\.name)
    guard let name else {
      guard databases.count == 1 else { throw .severalDatabases(known: known) }
      return databases[0]
    }
    guard let database = databases.first(where: { $0.name == name }) else {
      throw .unknownDatabase(name: name, known: known)
    }
    return database
  }
}
