package import Foundation
internal import LedgerEntries

/// Locates frozen versions in `SchemaLedger/Fixtures` and `FreezeRay/Fixtures` of the tested package.
package struct FixtureFolders {
  private static let names = ["SchemaLedger/Fixtures", "FreezeRay/Fixtures"]
  /// The folder for new versions.
  package let own: URL
  /// The folders to search.
  package let all: [URL]
  /// Whether new versions have FreezeRay's files instead of those of a ledger.
  package let isFreezeRays: Bool

  /// - Parameters:
  ///   - directory: the fixtures folder; `nil` to search the current folder and its parents up to the top of the repository.
  ///     `swift test` runs tests in the package's folder.
  ///   - isForFreezeRay: whether new versions belong into `FreezeRay/Fixtures`, unless the package has a ledger.
  package init(_ directory: URL?, isForFreezeRay: Bool = false) {
    if let directory {
      own = directory
      all = [directory]
      isFreezeRays = isForFreezeRay
      return
    }
    let files = FileManager.default
    let start = URL(fileURLWithPath: files.currentDirectoryPath)
    var folder = start
    while true {
      let found = Self.names.map { folder.appendingPathComponent($0) }.filter { files.fileExists(atPath: $0.path) }
      if !found.isEmpty {
        all = found
        isFreezeRays = isForFreezeRay && !files.fileExists(atPath: folder.appendingPathComponent(Self.names[0]).path)
        own = folder.appendingPathComponent(Self.names[isFreezeRays ? 1 : 0])
        return
      }
      let isTop = files.fileExists(atPath: folder.appendingPathComponent(".git").path)
      if isTop || folder.path == "/" || folder.pathComponents.count <= 1 { break }
      folder = folder.deletingLastPathComponent()
    }
    isFreezeRays = isForFreezeRay
    own = start.appendingPathComponent(Self.names[isFreezeRays ? 1 : 0])
    all = Self.names.map { start.appendingPathComponent($0) }
  }

  /// The path of ``own`` for messages: relative to the current folder if it is inside that.
  var shownPath: String {
    let current = FileManager.default.currentDirectoryPath + "/"
    return own.path.hasPrefix(current) ? String(own.path.dropFirst(current.count)) : own.path
  }

  /// The frozen version with a name; `nil` if there is none.
  package func version(_ version: String) throws -> FrozenVersion? {
    for folder in all {
      if let found = try FrozenVersion(version, at: folder.appendingPathComponent(version)) { return found }
    }
    return nil
  }

  /// All frozen versions, oldest first.
  package func versions() throws -> [FrozenVersion] {
    var found: [String: FrozenVersion] = [:]
    for folder in all where FileManager.default.fileExists(atPath: folder.path) {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      for name in names where found[name] == nil && (try? Version(name)) != nil {
        found[name] = try FrozenVersion(name, at: folder.appendingPathComponent(name))
      }
    }
    return try found.values.map { (try Version($0.version), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
  }
}
