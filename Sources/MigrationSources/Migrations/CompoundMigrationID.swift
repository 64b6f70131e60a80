/// The id of a migration in a file that may contain several: the path of the file as the tool records it, and the name
/// of the migration in the file.
///
/// The text of the id is in entries and tracking tables. Only this type composes and parses it.
package struct CompoundMigrationID: Sendable, Hashable, CustomStringConvertible {
  /// The text between the two parts.
  package static let separator = "::"

  package let file: String
  package let name: String

  /// Composes an id.
  package init(file: String, name: String) {
    (self.file, self.name) = (file, name)
  }

  /// Parses an id; returns `nil` for the id of a migration that is a file of its own.
  package init?(_ id: String) {
    guard let range = id.firstRange(of: Self.separator) else { return nil }
    self.init(file: String(id[..<range.lowerBound]), name: String(id[range.upperBound...]))
  }

  /// The text of the id: `db/users.sql::create-users::ada`.
  package var description: String { file + Self.separator + name }
}
