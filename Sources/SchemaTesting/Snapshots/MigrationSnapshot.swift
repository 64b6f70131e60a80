public import Foundation
public import SchemaMigration
public import SchemaModel

/// Migrates a copy of a store, and compares all its objects with a recorded file.
///
///     try await assertMigrationSnapshot(
///       fixture: store, through: SchemaV4.self, plan: MyPlan.plan, matches: "v1_to_v4.json", ignoring: ["Author.id"])
///
/// The file is JSON with sorted keys, one property on each line, for reviews. Values are those of the models' stored
/// properties; relationships are identifiers such as `Author/1`. Dates have all their digits. Data of more than 96 bytes is
/// represented by its length and its SHA-256. Equal stores have equal files on every platform.
///
/// - Parameters:
///   - fixture: the file of a store. It is not changed.
///   - schema: the version to migrate to.
///   - plan: the plan.
///   - name: the name of the recorded file.
///   - recording: when the file is written.
///   - ignored: properties with another value in each run, such as `Author.id` for an identifier that the migration makes.
///   - directory: the folder of the file; `nil` for `__Snapshots__` beside the source file of the test.
///   - filePath: the source file of the test.
/// - Throws: ``SnapshotError`` if the store differs or a file was recorded; errors of the migration.
public func assertMigrationSnapshot(
  fixture: URL, through schema: any VersionedSchema.Type, plan: MigrationPlan, matches name: String,
  record recording: SnapshotRecording = .whenMissing, ignoring ignored: Set<String> = [], directory: URL? = nil,
  filePath: StaticString = #filePath
) async throws {
  let file = SnapshotFile(name, in: directory, beside: filePath)
  let text = try await SnapshotTrial(fixture: fixture, ignored: ignored).run { trial, copy in
    try await trial.migrate(store: copy, to: schema, plan: plan)
  }
  try file.check(text, recording)
}

/// Migrates a copy of a store with a plan of SwiftData's form, and compares all its objects with a recorded file.
///
/// - Throws: ``SnapshotError`` if the store differs or a file was recorded; errors of the migration.
public func assertMigrationSnapshot(
  fixture: URL, through schema: any VersionedSchema.Type, plan: any SchemaMigrationPlan.Type, matches name: String,
  record recording: SnapshotRecording = .whenMissing, ignoring ignored: Set<String> = [], directory: URL? = nil,
  filePath: StaticString = #filePath
) async throws {
  let file = SnapshotFile(name, in: directory, beside: filePath)
  let text = try await SnapshotTrial(fixture: fixture, ignored: ignored).run { trial, copy in
    try await trial.migrate(store: copy, to: schema, plan: plan)
  }
  try file.check(text, recording)
}

/// A migration of a copy.
private struct SnapshotTrial: MigrationTestCase {
  let fixture: URL
  let ignored: Set<String>

  func run(_ migrate: (SnapshotTrial, URL) async throws -> ModelContainer) async throws -> String {
    let copy = try TemporaryStores.newStore()
    defer { TemporaryStores.remove(copy) }
    try StoreIdentity.copy(fixture, to: copy)
    return try StoreSnapshot(of: try await migrate(self, copy), ignoring: ignored).text
  }
}

/// The recorded file.
struct SnapshotFile {
  private let name: String
  private let url: URL

  init(_ name: String, in directory: URL?, beside source: StaticString) {
    self.name = name
    let tests = URL(fileURLWithPath: "\(source)").deletingLastPathComponent()
    url = (directory ?? tests.appendingPathComponent("__Snapshots__")).appendingPathComponent(name)
  }

  /// - Throws: ``SnapshotError``.
  func check(_ actual: String, _ recording: SnapshotRecording) throws {
    let isThere = FileManager.default.fileExists(atPath: url.path)
    guard isThere, recording != .always else {
      if recording == .never { throw SnapshotError.missing(path: url.path) }
      try write(actual)
      if recording == .whenMissingAndPass { return }
      throw SnapshotError.recorded(path: url.path)
    }
    let expected = try read()
    // Git may have converted the ends of lines.
    let lines = expected.replacing("\r\n", with: "\n")
    guard lines != actual else { return }
    throw SnapshotError.mismatch(
      name: name, difference: SnapshotDifference(expected: lines, actual: actual).text)
  }

  private func read() throws -> String {
    do {
      return try String(contentsOf: url, encoding: .utf8)
    } catch {
      throw SnapshotError.file(path: url.path, reason: error.localizedDescription)
    }
  }

  private func write(_ text: String) throws {
    do {
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url, options: .atomic)
    } catch {
      throw SnapshotError.file(path: url.path, reason: error.localizedDescription)
    }
  }
}
