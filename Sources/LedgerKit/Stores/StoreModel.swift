public import EntityModel
internal import SQLiteSandbox

/// The model that a store was made of, as the store itself keeps it: what its tables do not say.
public enum StoreModel: Sendable {
  /// Who wrote it down.
  public enum Place: String, Sendable {
    /// SwiftData or Core Data, in the model it keeps for its own migrations.
    case modelCache = "Z_MODELCACHE"
    /// SchemaModel, in the store's metadata.
    case metadata = "Z_METADATA"
  }

  case declared(DeclaredModel, Place)
  /// There is one, and it cannot be read, for a reason: a clause for people.
  case unreadable(Place, reason: String)

  /// The bytes that a model may have in a store.
  private static let limit = 8 << 20

  /// Nil for a store that keeps none.
  init?(in database: ScratchDatabase) throws {
    guard let records = try database.modelRecords(limit: Self.limit) else { return nil }
    if let document = records.metadata.flatMap({ StoreMetadata(propertyList: $0) })?.modelDocument {
      do {
        self = .declared(try DeclaredModel(parsing: document), .metadata)
      } catch {
        self = .unreadable(.metadata, reason: error.message)
      }
    } else if let cache = records.modelCache {
      do {
        self = .declared(try DeclaredModel(managedObjectModel: cache), .modelCache)
      } catch {
        self = .unreadable(.modelCache, reason: error.message)
      }
    } else {
      return nil
    }
  }
}
