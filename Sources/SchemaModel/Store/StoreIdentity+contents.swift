internal import EntityModel
internal import Foundation
package import GRDB

/// What a store contains, for backups and reports.
extension StoreIdentity {
  /// Whether the store was written for exactly these models, whatever their version is called.
  package func isExactly(_ schema: Schema) -> Bool { model?.identity() == schema.declaredModel.identity() }

  /// Whether two stores are the same one at the same version.
  package func isSame(as other: StoreIdentity) -> Bool {
    identifier == other.identifier && version == other.version && model?.identity() == other.model?.identity()
  }

  /// The names of the external files that the rows of a database refer to; empty for a store that SwiftData created.
  ///
  /// - Throws: `DatabaseError`.
  package func externalFiles(in database: Database) throws -> Set<String> {
    guard let model else { return [] }
    let references = try ExternalColumns(of: model, StoreLayout(of: model)).references(in: database)
    return Set(
      references.compactMap { value in
        guard case .blob(let bytes) = value, case .file(let name) = ExternalValue(bytes) else { return nil }
        return name
      })
  }

  /// The number of objects of each entity, without its subentities; empty for a store that SwiftData created.
  ///
  /// - Throws: `DatabaseError`.
  package func rowCounts(in database: Database) throws -> [String: Int] {
    guard let model else { return [:] }
    let layout = try StoreLayout(of: model)
    let counts = try model.entities.map { entity in
      let sql = "SELECT count(*) FROM \(layout.table(of: entity.name)) WHERE Z_ENT = \(layout.number(of: entity.name))"
      return (entity.name, try Int.fetchOne(database, sql: sql) ?? 0)
    }
    return Dictionary(counts) { first, _ in first }
  }

  /// Lets SQLite undo what a killed process has left of a transaction, so that the store can be read.
  ///
  /// - Throws: `StoreError`, `DatabaseError`.
  package static func undoInterruptedTransaction(at url: URL) throws {
    do {
      try StoreConnection.undoInterruptedTransaction(at: url)
    } catch {
      throw StoreError.of(error, url.path)
    }
  }
}
