import LedgerCore
import SystemCalls

/// A file that a command writes.
enum WholeFile {
  /// Writes a file as a whole or not at all. Devices, pipes and the targets of symbolic links get the text; they are not
  /// replaced. The name `-` stands for the standard output.
  ///
  /// - Parameter name: the path that the user gave.
  /// - Throws: `LedgerError.file`.
  static func write(_ text: String, to path: String, named name: String) throws(LedgerError) {
    do {
      let bytes = Array(text.utf8)
      if name == "-" { try writeAll(bytes, to: STDOUT_FILENO) } else { try writeFile(bytes, to: path) }
    } catch {
      throw .file(path: name, reason: error.reason)
    }
  }
}
