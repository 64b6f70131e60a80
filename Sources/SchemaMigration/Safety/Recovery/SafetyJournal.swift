internal import Foundation

/// What is being done with a store while its files are moved. The journal is written before the first move and removed
/// after the last one, so that the next launch can finish what a killed process has begun. It names the folders that the
/// process has chosen; nothing is searched for, and nothing is done twice.
struct SafetyJournal: Codable {
  enum Operation: String, Codable {
    /// The store is set aside.
    case quarantine
    /// A copy of a backup takes the place of the store, which is set aside.
    case restore
  }

  let operation: Operation
  /// The path of the folder into which the files are moved, relative to the store's folder.
  let aside: String
  /// The path of the backup's folder, relative to the store's folder; `nil` if the store is only set aside.
  let backup: String?

  /// The journal of a store; `nil` if there is none.
  ///
  /// - Throws: errors of reading and decoding. A file that is not a journal is left alone.
  static func read(_ files: StoreFiles) throws -> SafetyJournal? {
    guard FileCall.exists(files.journal) else { return nil }
    return try JSONDecoder().decode(SafetyJournal.self, from: Data(contentsOf: files.journal))
  }

  func write(_ files: StoreFiles) throws { try FileCall.write(JSONEncoder().encode(self), to: files.journal) }

  static func remove(_ files: StoreFiles) throws {
    try FileCall.unlink(files.journal)
    try FileCall.synchronize(files.folder)
  }
}
