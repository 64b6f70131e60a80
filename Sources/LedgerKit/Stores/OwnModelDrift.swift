internal import EntityModel
public import LedgerCore
internal import MigrationSources
internal import SQLiteSandbox
internal import SQLiteSchema
internal import SQLiteSyntax

extension StoreDrift {
  /// Compares the tables of the store at `path` with the model that Core Data, SwiftData or SchemaModel keeps in it, for which
  /// neither a repository nor a ledger is needed. Not compared are Core Data's own tables, those of CloudKit included, and the
  /// order of columns, which depends on the migrations that a store has had.
  ///
  /// - Parameter name: the name that the user gave.
  /// - Throws: ``UnreadStore`` if the store cannot be read, or has no model that can, or if the tables of its model are not known.
  public static func fromOwnModel(_ path: String, named name: String) throws(UnreadStore) -> StoreDrift {
    do {
      return try Store(at: path, named: name).read { database in
        guard case .declared(let model, let place)? = try StoreModel(in: database) else {
          throw LedgerError.storeWithoutModel(path: name)
        }
        let layout = try StoreLayout(of: model)
        // SchemaModel lays out a store as its own rules say. What Core Data does is not known for everything.
        let gaps = place == .metadata ? [] : layout.gaps(in: model).filter { !$0.isOrderOnly }
        guard gaps.isEmpty else {
          let reasons = gaps.map(\.message).joined(separator: "; ")
          throw LedgerError.notAStore(path: name, reason: "the tables of its model are not known: \(reasons)")
        }
        let tables = try database.storedTables()
        let system = StoreSystemTables.names.union(tables.filter { $0.text.lowercased().hasPrefix("ansck") }).map(
          \.text)
        let expected = try ScratchDatabase(tracking: .known)
        for statement in layout.statements { try expected.execute(statement) }
        let diff = SchemaDiff(from: try expected.schema(ignoring: system), to: try database.schema(ignoring: system))
        let changes = diff.changes.filter { $0.verdict != .reordered }
        return StoreDrift(
          name, ofModel: "the model in \(place.rawValue), version \(model.version)", SchemaDiff(changes))
      }
    } catch {
      throw UnreadStore(error, named: name)
    }
  }
}
