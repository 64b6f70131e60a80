import LedgerCore

/// A fact that a command reports beside its findings. Its encoding is its JSON.
struct Note: Codable, Hashable {
  /// The code, such as `SL601`. Another version of the program may have written the report, and have other codes.
  let code: String
  /// The database that it is about, if the repository has several.
  var database: String?
  var message: String

  init(code: NoteCode, message: String, database: String? = nil) {
    (self.code, self.message, self.database) = (code.rawValue, message, database)
  }

  /// The sentence with its code.
  var text: DisplayText { "\(message) [\(code)]" }
}
