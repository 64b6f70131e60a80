import Foundation
import Percy
import SchemaModel

/// Migrates a store twice with Percy. The second migration, which replaces the backup of the first one, is what is
/// interrupted.
struct PercyStory {
  let folder: URL

  private var store: URL { folder.appendingPathComponent("percy.store") }
  private var backup: URL { folder.appendingPathComponent("percy/backup.store") }

  /// The rows of the first backup, and those that the store has when it is migrated for the second time.
  private static let former = 0..<Contents.first.upperBound
  private static let current = 0..<Contents.logged.upperBound

  private func setup(_ configuration: (some StoryConfiguration).Type) async throws -> ModelContext {
    let percy = try await Percy.Container(configuration: configuration, storeDirectory: folder)
    try await percy.setup()
    guard let container = await percy.container else { throw Problem(description: "no container") }
    return ModelContext(container)
  }

  /// A store of the second version with the backup of the first one. Rows of the store and of the backup are only in a log.
  func create() async throws {
    let first = try await setup(First.self)
    for number in Self.former {
      first.insert(
        P1.Note(title: Contents.title(number), text: Contents.text(number), picture: Contents.picture(number)))
    }
    try first.save()
    let second = try await setup(Second.self)
    for number in Contents.logged {
      second.insert(
        P2.Note(title: Contents.title(number), text: Contents.text(number), picture: Contents.picture(number)))
    }
    try second.save()
    let container = try ModelContainer(
      for: Schema(versionedSchema: P1.self), configurations: ModelConfiguration(url: backup))
    let context = ModelContext(container)
    for note in try context.fetch(FetchDescriptor<P1.Note>()) { note.text += Self.mark }
    try context.save()
    leave()
  }

  /// What the rows of the first backup have at the end, as only its log says.
  private static let mark = " (backup)"

  /// - Returns: whether the store had to be migrated.
  func migrate() async throws -> Bool {
    let before = try? version(of: backup)
    let context = try await setup(Third.self)
    try check(third: context)
    return try before != version(of: backup)
  }

  /// Checks that the store is whole, and that there is a whole backup: of the migrated store the new one.
  ///
  /// - Returns: `old` or `new`, for the store.
  func look() throws -> String {
    let (found, backedUp) = (try version(of: store), try version(of: backup))
    switch found {
    case "2.0.0": try check(second: store)
    case "3.0.0":
      try check(third: ModelContext(try container(P3.self, store)))
      guard backedUp == "2.0.0" else { throw Problem(description: "the store was migrated without a backup") }
    default: throw Problem(description: "the store has version \(found)")
    }
    switch backedUp {
    case "1.0.0":
      let notes = try ModelContext(try container(P1.self, backup)).fetch(FetchDescriptor<P1.Note>())
      guard notes.allSatisfy({ $0.text.hasSuffix(Self.mark) }) else {
        throw Problem(description: "the backup lacks what was in its log")
      }
      try Contents.check(
        notes.map { ($0.title, String($0.text.dropLast(Self.mark.count)), $0.picture) }, are: Self.former)
    case "2.0.0": try check(second: backup)
    default: throw Problem(description: "the backup has version \(backedUp)")
    }
    return found == "3.0.0" ? "new" : "old"
  }

  private func container(_ version: any VersionedSchema.Type, _ url: URL) throws -> ModelContainer {
    try ModelContainer(for: Schema(versionedSchema: version), configurations: ModelConfiguration(url: url))
  }

  private func version(of url: URL) throws -> String {
    // A container does this, too, before it opens a store.
    try StoreIdentity.undoInterruptedTransaction(at: url)
    guard let version = try StoreIdentity(at: url).version else {
      throw Problem(description: "\(url.path) is a store of no version")
    }
    return version
  }

  private func check(second url: URL) throws {
    let notes = try ModelContext(try container(P2.self, url)).fetch(FetchDescriptor<P2.Note>())
    try Contents.check(notes.map { ($0.title, $0.text, $0.picture) }, are: Self.current)
  }

  private func check(third context: ModelContext) throws {
    let notes = try context.fetch(FetchDescriptor<P3.Note>())
    try Contents.check(notes.map { ($0.title, $0.text, $0.picture) }, are: Self.current)
  }
}
