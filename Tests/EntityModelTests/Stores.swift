import EntityModel
import Foundation
import GRDB

/// Two stores that SwiftData created on iOS 26, frozen empty: `User` of version 1.0.0, and of 2.0.0 with an email
/// address.
enum Stores {
  static let versions = ["1.0.0", "2.0.0"]

  static func path(_ version: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Stores/User-\(version).store").path
  }

  /// The statements in FreezeRay's export.
  static func exported(_ database: Database) throws -> String {
    let query = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY tbl_name, type DESC, name"
    return try String.fetchAll(database, sql: query).map { $0 + ";\n" }.joined()
  }

  static func read<Value>(_ version: String, _ body: (Database) throws -> Value) throws -> Value {
    var configuration = Configuration()
    configuration.readonly = true
    return try DatabaseQueue(path: path(version), configuration: configuration).read(body)
  }

  /// The models of those stores.
  static func model(_ version: String) -> DeclaredModel {
    let attributes = [
      DeclaredModel.Attribute(name: "name", type: .string, isOptional: true),
      DeclaredModel.Attribute(name: "createdAt", type: .date, isOptional: true),
    ]
    let email = DeclaredModel.Attribute(name: "email", type: .string, isOptional: true)
    let all = version == "1.0.0" ? attributes : attributes + [email]
    return DeclaredModel(version: version, entities: [DeclaredModel.Entity(name: "User", attributes: all)])
  }
}
