import Foundation

/// The program that is installed on this machine.
struct InstalledProgram {
  private let url: URL

  /// Finds the program in the folders of a `PATH`, or returns `nil`. An empty part of it is the current folder, which is
  /// ignored.
  init?(path: String) {
    let candidates = path.split(separator: ":").map { URL(filePath: "\($0)/schemaledger") }
    guard let found = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else {
      return nil
    }
    url = found
  }

  /// Runs the program in a folder, and returns its exit status.
  func run(_ arguments: [String], in folder: URL) throws -> Int32 {
    let process = Process()
    process.executableURL = url
    process.arguments = arguments
    process.currentDirectoryURL = folder
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
