import Foundation
import GRDB
import SchemaMigration
import SchemaModel
import Testing

/// A store of the first version in a folder of its own, and what the tests ask about it.
final class SafeStore: Sendable {
  let folder: URL
  let url: URL

  /// The size of a value that is in a file.
  static let largeSize = 200_000

  init(_ name: String = "App.store") throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("safe-\(UUID().uuidString)")
    url = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
    try? FileManager.default.removeItem(at: folder)
  }

  func fill(notes: Int = 3) throws {
    let container = try ModelContainer(
      for: Schema(versionedSchema: SafeV1.self), configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    for number in 0..<notes {
      let picture = number == 0 ? Data(repeating: 7, count: Self.largeSize) : nil
      let note = SafeV1.Note(title: "Note \(number)", text: "Text \(number)", picture: picture)
      context.insert(note)
      context.insert(SafeV1.Draft(text: "Draft \(number)", note: note))
    }
    try context.save()
  }

  // MARK: Plans

  static func plan(
    failing: Bool = false, pre: MigrationPlan.Hook? = nil, post: MigrationPlan.Hook? = nil,
    work: @escaping @Sendable (ModelContext) throws -> Void = { _ in }
  ) -> MigrationPlan {
    MigrationPlan(schemas: [SafeV1.self, SafeV2.self], preMigration: pre, postMigration: post) {
      Stage(from: SafeV1.self, to: SafeV2.self) {
        Rename(\SafeV1.Note.text, to: \SafeV2.Note.content)
        Backfill(\SafeV2.Note.slug) { failing ? "same" : $0.title.lowercased() }
        CustomOperation("Work", didMigrate: work)
        Assert.unique(\SafeV2.Note.slug)
      }
    }
  }

  static var schema: Schema { Schema(versionedSchema: SafeV2.self) }

  func open(
    _ plan: MigrationPlan = SafeStore.plan(), _ safety: SafeModelContainer.Safety = .backupAndRollback,
    environment: SafetyEnvironment = .system
  ) async throws -> SafeModelContainer.Opened {
    try await SafeModelContainer.open(
      for: Self.schema, plan: plan, storeURL: url, safety: safety, environment: environment)
  }

  /// The error of a call; `nil` if it succeeds.
  func failure(
    _ plan: MigrationPlan = SafeStore.plan(), _ safety: SafeModelContainer.Safety = .backupAndRollback,
    environment: SafetyEnvironment = .system
  ) async -> MigrationError? {
    do {
      _ = try await open(plan, safety, environment: environment)
      return nil
    } catch {
      return error as? MigrationError
    }
  }

  // MARK: Questions

  var backups: [StoreBackup] { SafeModelContainer.backups(ofStore: url) }

  func titles(_ container: ModelContainer) throws -> [String] {
    try ModelContext(container).fetch(FetchDescriptor<SafeV2.Note>(sortBy: [SortDescriptor(\.title)])).map(\.title)
  }

  /// The names of everything in a folder and below it.
  func names(_ under: String = "") -> [String] {
    let start = under.isEmpty ? folder : folder.appendingPathComponent(under)
    return ((try? FileManager.default.subpathsOfDirectory(atPath: start.path)) ?? []).sorted()
  }

  /// All rows of a store of the first version, as they can be read from a file without SQLite's other files.
  static func oldRows(_ url: URL) throws -> [String] {
    let container = try ModelContainer(
      for: Schema(versionedSchema: SafeV1.self), configurations: ModelConfiguration(url: url, allowsSave: false))
    let context = ModelContext(container)
    let notes = try context.fetch(FetchDescriptor<SafeV1.Note>(sortBy: [SortDescriptor(\.title)]))
    let drafts = try context.fetch(FetchDescriptor<SafeV1.Draft>(sortBy: [SortDescriptor(\.text)]))
    return notes.map { "\($0.title): \($0.text), \($0.picture?.count ?? 0)" }
      + drafts.map { "\($0.text) of \($0.note?.title ?? "none")" }
  }

  func version() throws -> String? {
    try DatabaseQueue(path: url.path).read { database in
      try String.fetchOne(database, sql: "SELECT Z_UUID FROM Z_METADATA")
    }
  }
}

extension SafetyEnvironment {
  /// An environment that differs from the system in one thing.
  static func with(_ change: (inout SafetyEnvironment) -> Void) -> SafetyEnvironment {
    var environment = SafetyEnvironment.system
    change(&environment)
    return environment
  }
}
