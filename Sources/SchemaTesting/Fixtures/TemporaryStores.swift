internal import Foundation
internal import Synchronization

/// The folder of this process for the stores of tests. It is removed when the process ends, unless it crashes: then the
/// stores can still be inspected.
enum TemporaryStores {
  private static let folder = Mutex<URL?>(nil)

  /// The path of a store that does not exist yet, alone in its folder.
  static func newStore() throws -> URL {
    let folder = try root().appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder.appendingPathComponent("fixture.store")
  }

  /// Removes the folder of a store that ``newStore()`` has returned.
  static func remove(_ store: URL) { try? FileManager.default.removeItem(at: store.deletingLastPathComponent()) }

  private static func root() throws -> URL {
    try folder.withLock { folder in
      if let folder { return folder }
      let made = FileManager.default.temporaryDirectory.appendingPathComponent("schema-tests-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: made, withIntermediateDirectories: true)
      folder = made
      atexit { TemporaryStores.removeAll() }
      return made
    }
  }

  private static func removeAll() {
    folder.withLock { folder in
      if let folder { try? FileManager.default.removeItem(at: folder) }
      folder = nil
    }
  }
}
