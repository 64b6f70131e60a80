package import SQLiteSandbox

/// How the content of two databases differs, as members of the facts: `difference`, `before`, `after` and `tables`.
package struct ContentDifference: Sendable, Hashable, Codable {
  /// The first part that differs.
  package enum Part: String, Sendable, Hashable, Codable {
    case schema, userVersion, rows
    /// The frozen model, or the records of the migrations or of the scripts before the first one.
    case model, records
  }

  let difference: Part
  /// Two values of `user_version`.
  var before: String?
  var after: String?
  /// The tables of which rows differ.
  var tables: [String]?

  package init(part: Part) { difference = part }

  package init(_ difference: DatabaseContent.Difference) {
    switch difference {
    case .schema: self.init(part: .schema)
    case .userVersion(let before, let after):
      self.init(part: .userVersion)
      (self.before, self.after) = (before, after)
    case .rows(let tables):
      self.init(part: .rows)
      self.tables = tables.map(\.text)
    }
  }
}
