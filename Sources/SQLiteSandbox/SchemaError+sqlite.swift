internal import CSQLite
package import GRDB

extension SchemaError {
  /// Runs `work` and converts errors of SQLite to `SchemaError`.
  package static func catching<Result>(_ work: () throws -> Result) throws(SchemaError) -> Result {
    do {
      return try work()
    } catch let error as SchemaError {
      throw error
    } catch let error as DatabaseError {
      throw SchemaError(error)
    } catch {
      throw .sqlite(code: 1, message: "\(error)", sql: nil)
    }
  }

  init(_ error: DatabaseError) {
    let code = Int(error.extendedResultCode.rawValue)
    let message = error.message ?? "SQLite error \(code)"
    // SQLITE_NOTADB, SQLITE_CORRUPT
    let primary = code & 0xFF
    if primary == 26 || primary == 11 {
      self = .notADatabase(message)
    } else if primary == Int(SQLITE_NOMEM) {
      self = .outOfMemory(limit: Limits.bytes)
    } else {
      self = .sqlite(code: code, message: message, sql: error.sql)
    }
  }

  /// The same error, as one of a limit if SQLite reported SQLITE_FULL or SQLITE_TOOBIG to a script in memory.
  var limited: SchemaError {
    guard case .sqlite(let code, _, let sql) = self else { return self }
    return switch Int32(code & 0xFF) {
    case SQLITE_FULL: .tooLarge(.database, limit: Limits.databaseBytes, sql: sql)
    case SQLITE_TOOBIG: .tooLarge(.value, limit: Limits.valueBytes, sql: sql)
    default: self
    }
  }

  package static func last(on db: GRDB.Database, code: Int32) -> SchemaError {
    let message = sqlite3_errmsg(db.sqliteConnection).map { String(cString: $0) } ?? "SQLite error \(code)"
    return .sqlite(code: Int(code), message: message, sql: nil)
  }
}
