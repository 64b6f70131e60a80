internal import Foundation
internal import LedgerEntries
internal import SystemCalls

/// Writes folders of frozen versions, so that a reader finds a version completely or not at all.
///
/// Swift Testing runs tests at the same time, and `swift test` may run twice: each writer has the fixtures folder to
/// itself. The lock is `flock(2)` on that folder, which leaves no file there, and which the system releases when the
/// process ends. It also keeps two threads of one process apart, because each opens the folder for itself.
struct FixtureWriting {
  private let folder: URL

  /// Runs `body` while no other thread and no other process writes to a fixtures folder, which is created if necessary.
  ///
  /// - Throws: `SchemaLedgerError.custom`, and the errors of `body`.
  static func locked<Result>(_ folder: URL, _ body: (FixtureWriting) throws -> Result) throws -> Result {
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw SchemaLedgerError.custom("\(folder.path) could not be created: \(error.localizedDescription)")
    }
    let lock = uninterrupted { open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard lock >= 0 else {
      throw SchemaLedgerError.custom("\(folder.path) could not be opened: \(SystemCallError().reason)")
    }
    defer { close(lock) }
    guard uninterrupted({ flock(lock, LOCK_EX) }) == 0 else {
      throw SchemaLedgerError.custom("\(folder.path) could not be locked: \(SystemCallError().reason)")
    }
    return try body(FixtureWriting(folder: folder))
  }

  /// Writes the files of a version that is not frozen yet.
  ///
  /// - Throws: `SchemaLedgerError.custom`.
  func write(_ files: [String: [UInt8]], of version: String) throws {
    let target = folder.appendingPathComponent(version)
    removeLeftovers()
    try removeUnfinished(target, files)
    let fresh = folder.appendingPathComponent(Self.prefix + version)
    do {
      try FileManager.default.createDirectory(at: fresh, withIntermediateDirectories: false)
      for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
        try Data(bytes).write(to: fresh.appendingPathComponent(name))
      }
      try FileManager.default.moveItem(at: fresh, to: target)
    } catch {
      try? FileManager.default.removeItem(at: fresh)
      throw SchemaLedgerError.custom("\(target.path) could not be written: \(error.localizedDescription)")
    }
  }

  /// How the name of a folder begins that is not a version yet. No version's name begins with a point.
  private static let prefix = ".unfinished-"

  /// Removes what a killed process has left beside the versions.
  private func removeLeftovers() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names where name.hasPrefix(Self.prefix) {
      try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
    }
  }

  /// Removes the folder of a version that a killed process has left: earlier versions of this library wrote into the
  /// folder itself. A folder with any other file, or with another content than the version has, is kept, and the version
  /// cannot be written then: somebody may have lost `entry.json` of a frozen version.
  ///
  /// - Parameter files: the files of the version.
  private func removeUnfinished(_ target: URL, _ version: [String: [UInt8]]) throws {
    let files = FileManager.default
    guard let names = try? files.contentsOfDirectory(atPath: target.path) else { return }
    let known: Set = ["App.sqlite", Entry.scriptName, "model.json", "schema.json", "schema.sha256", "schema.sql"]
    guard known.isSuperset(of: names) else {
      throw SchemaLedgerError.custom(
        "\(target.path) is not a frozen version, and has other files: \(Set(names).subtracting(known).sorted().joined(separator: ", "))"
      )
    }
    for name in names.sorted() where name != "App.sqlite" {
      let content = try? Data(contentsOf: target.appendingPathComponent(name))
      guard let content, let whole = version[name], whole.starts(with: content) else {
        throw SchemaLedgerError.custom(
          "\(target.path) has no entry.json, and its \(name) is not that of these declarations\n"
            + "   Restore the frozen version, or remove the folder")
      }
    }
    try? files.removeItem(at: target)
  }
}
