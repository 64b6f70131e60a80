package import SQLiteSandbox

/// How the content of two databases differs, as members of the facts: `difference`, `before`, `after`, `tables` and `reason`.
package struct ContentDifference: Sendable, Hashable, Codable {
  /// The first part that differs.
  package enum Part: String, Sendable, Hashable, Codable {
    case schema, userVersion, rows
    /// Settings of the file, what SQLite's own check of the file finds, or the order in which the file has equal rows.
    case applicationID = "applicationId"
    case encoding, damage, order
    /// The frozen model, or the records of the migrations or of the scripts before the first one.
    case model, records
  }

  let difference: Part
  /// Two values of `user_version`, `application_id` or `encoding`.
  var before: String?
  var after: String?
  /// The tables of which rows differ.
  var tables: [String]?
  /// What is damaged, as a clause.
  var reason: String?

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

  package init(_ difference: FileComparison.Difference) {
    switch difference {
    case .content(let content): self.init(content)
    case .applicationID(let before, let after):
      self.init(part: .applicationID)
      (self.before, self.after) = ("\(before)", "\(after)")
    case .encoding(let before, let after):
      self.init(part: .encoding)
      (self.before, self.after) = (before, after)
    case .damage(let reason):
      self.init(part: .damage)
      self.reason = reason
    case .order: self.init(part: .order)
    }
  }
}
