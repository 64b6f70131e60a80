package import EntityModel
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
    return try ExternalColumns(of: model, StoreLayout(of: model)).files(in: database)
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

  /// Adds rows that are generated from the models in a store. The code of its version is not needed.
  ///
  /// - Returns: the number of rows of each entity, and what the models do not say about the rows. If they do not say what
  ///   values a required property may have, or if an object would lack a required relationship, no rows are added.
  /// - Throws: `StoreError`.
  package func addRows(at url: URL, count: Int) throws -> (rows: [String: Int], gaps: [RowGap]) {
    guard let model else { return ([:], []) }
    do {
      let rows = StoreRows(model: model, layout: try StoreLayout(of: model), isExact: true)
      let gaps = rows.gaps(count: count)
      let connection = try StoreConnection.file(at: url, readOnly: false)
      return try connection.write { database in
        if !gaps.contains(where: \.isOfRequiredValue) {
          for statement in rows.statements(count: count) { try database.execute(sql: statement) }
        }
        return (try rowCounts(in: database), gaps)
      }
    } catch {
      throw StoreError.of(error, url.path)
    }
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

extension RowGap {
  /// Whether rows would lack a required value or object.
  fileprivate var isOfRequiredValue: Bool {
    switch self {
    case .unknownValues(_, _, _, let isRequired): isRequired
    case .missingObjects: true
    default: false
    }
  }
}
