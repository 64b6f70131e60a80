import Foundation
import LedgerCore

/// A file that a command writes.
enum WholeFile {
  /// Writes a file as a whole or not at all: a reader never sees a part of it.
  ///
  /// - Parameter name: the path that the user gave.
  /// - Throws: `LedgerError.file`.
  static func write(_ text: String, to path: String, named name: String) throws(LedgerError) {
    do {
      try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw .file(path: name, error: error)
    }
  }
}
