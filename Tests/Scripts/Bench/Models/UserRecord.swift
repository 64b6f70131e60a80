import Foundation
import GRDB

/// A row of `ZUSER`, as in a program that uses only GRDB.
struct UserRecord: Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "ZUSER"

  var key: Int64
  var entity: Int
  var version: Int
  var email: String
  var name: String
  var age: Int
  var score: Double
  var createdAt: Double
  var city: String

  enum CodingKeys: String, CodingKey, ColumnExpression {
    case key = "Z_PK"
    case entity = "Z_ENT"
    case version = "Z_OPT"
    case email = "ZEMAIL"
    case name = "ZNAME"
    case age = "ZAGE"
    case score = "ZSCORE"
    case createdAt = "ZCREATEDAT"
    case city = "ZCITY"
  }

  init(number: Int) {
    key = Int64(number)
    entity = 1
    version = 1
    email = "user\(number)@example.org"
    name = "Name number \(number)"
    age = number % 90
    score = Double(number) * 1.5
    createdAt = Double(number) * 1000.25
    city = "City \(number / 10)"
  }

  /// `createdAt` as a `Date`, which SchemaModel creates, too.
  var date: Date { Date(timeIntervalSinceReferenceDate: createdAt) }
}
