import Foundation

/// The folder in which the program under test was built.
enum ProgramFolder {
  static let programName = "schemaledger"

  /// The folder named by `SCHEMALEDGER_BIN_DIR`, or else the one that contains the test bundle, since SwiftPM puts
  /// programs and bundles into the same folder.
  ///
  /// - Throws: `ProgramMissing` if the program is not in it.
  static func ofTests() throws -> URL {
    let named = ProcessInfo.processInfo.environment["SCHEMALEDGER_BIN_DIR"]
    let folder = named.map { URL(filePath: $0) } ?? besideTestBundle
    guard let folder, FileManager.default.isExecutableFile(atPath: folder.appending(path: programName).path) else {
      throw ProgramMissing(folder: folder)
    }
    return folder.absoluteURL
  }

  /// On Linux the bundle is the running program. On macOS another program gets its path and loads it.
  static var besideTestBundle: URL? {
    let candidates = CommandLine.arguments + Bundle.allBundles.map(\.bundlePath)
    for candidate in candidates where candidate.contains(".xctest") {
      var url = URL(filePath: candidate)
      while url.pathComponents.count > 1 {
        if url.pathExtension == "xctest" { return url.deletingLastPathComponent() }
        url.deleteLastPathComponent()
      }
    }
    return nil
  }
}

/// The program to run does not exist.
struct ProgramMissing: Error, CustomStringConvertible {
  let folder: URL?

  var description: String {
    """
    \(ProgramFolder.programName) is not in \(folder?.path ?? "any folder known to the tests"): \
    run 'swift build', or name its folder in SCHEMALEDGER_BIN_DIR
    """
  }
}
