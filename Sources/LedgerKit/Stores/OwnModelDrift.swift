internal import EntityModel
public import LedgerCore
internal import MigrationSources
internal import SQLiteSandbox
internal import SQLiteSchema

extension StoreDrift {
  /// Compares the tables of the store at `path` with the model that Core Data, SwiftData or SchemaModel keeps in it, for which
  /// neither a repository nor a ledger is needed. Core Data's own tables are not compared.
  ///
  /// - Parameter name: the name that the user gave.
  /// - Throws: ``UnreadStore`` if the store cannot be read, or has no model that can.
  public static func fromOwnModel(_ path: String, named name: String) throws(UnreadStore) -> StoreDrift {
    do {
      return try Store(at: path, named: name).read { database in
        guard case .declared(let model, let place)? = try StoreModel(in: database) else {
          throw LedgerError.storeWithoutModel(path: name)
        }
        let system = StoreSystemTables.names.map(\.text)
        let expected = try ScratchDatabase(tracking: .known)
        for statement in try layout(of: model).statements { try expected.execute(statement) }
        return StoreDrift(
          name, ofModel: "the model in \(place.rawValue), version \(model.version)",
          SchemaDiff(from: try expected.schema(ignoring: system), to: try database.schema(ignoring: system)))
      }
    } catch {
      throw UnreadStore(error, named: name)
    }
  }

  private static func layout(of model: DeclaredModel) throws -> StoreLayout {
    do {
      return try StoreLayout(of: model)
    } catch LayoutError.notDetermined {
      return try StoreLayout(ofCoreDataModel: model)
    }
  }
}
