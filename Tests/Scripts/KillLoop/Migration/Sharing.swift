import Foundation
import SchemaModel

/// Two versions of a store that programs of both versions use at the same time. The second has a required property that only
/// its stage can fill in: a row that the old version writes after the migration would be unreadable.
enum S1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Item.self] }

  @Model
  final class Item {
    var title: String
    @Attribute(.externalStorage) var picture: Data?

    init(title: String) { self.title = title }
  }
}

enum S2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Item.self] }

  @Model
  final class Item {
    var title: String
    var owner: String
    @Attribute(.externalStorage) var picture: Data?

    init(title: String, owner: String) {
      self.title = title
      self.owner = owner
    }
  }
}

enum SharingPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [S1.self, S2.self] }
  static var stages: [MigrationStage] {
    [
      .custom(fromVersion: S1.self, toVersion: S2.self, willMigrate: nil) { context in
        for item in try context.fetch(FetchDescriptor<S2.Item>()) { item.owner = "owner of \(item.title)" }
      }
    ]
  }
}

/// A model of both versions.
protocol SharedItem: PersistentModel {
  static func make(_ title: String) -> Self
  var title: String { get }
  var picture: Data? { get set }
}

extension S1.Item: SharedItem {
  static func make(_ title: String) -> S1.Item { S1.Item(title: title) }
}

extension S2.Item: SharedItem {
  static func make(_ title: String) -> S2.Item { S2.Item(title: title, owner: "owner of \(title)") }
}

/// Each program writes a line for each change that it has saved. When all have ended, or were killed, every line must be true.
struct Sharing {
  let url: URL
  let folder: URL

  init(folder: URL) {
    self.folder = folder
    url = folder.appendingPathComponent("App.store")
  }

  func open(_ schema: any VersionedSchema.Type, plan: (any SchemaMigrationPlan.Type)?) throws -> ModelContainer {
    try ModelContainer(
      for: Schema(versionedSchema: schema), migrationPlan: plan, configurations: ModelConfiguration(url: url))
  }

  /// Saves changes until another program has migrated the store, or until the program is killed.
  func write<Item: SharedItem>(_ type: Item.Type, in container: () throws -> ModelContainer) throws {
    do {
      let context = ModelContext(try container())
      var own: [Item] = []
      for number in 0..<2000 {
        let item: Item
        if own.isEmpty || number % 4 == 0 {
          item = Item.make("\(getpid())-\(number)")
          context.insert(item)
          own.append(item)
        } else {
          item = own[number % own.count]
        }
        if number % 7 == 6 {
          own.removeAll { $0 === item }
          let title = item.title
          say("deleting \(title)")
          context.delete(item)
          try context.save()
          say("deleted \(title)")
          continue
        }
        // Every other picture is in a file.
        let size = number % 2 == 0 ? 200_000 + number : number
        item.picture = Data(repeating: UInt8(truncatingIfNeeded: size), count: size)
        say("saving \(item.title) \(size)")
        try context.save()
        say("saved \(item.title) \(size)")
        if number % 5 == 0 { _ = try context.fetch(FetchDescriptor<Item>()) }
      }
    } catch StoreError.migratedElsewhere {
      say("refused")
    } catch let error as SwiftDataError {
      guard case StoreError.newer? = error.underlyingError as? StoreError else { throw error }
      say("refused")
    }
  }

  private func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

  /// Checks that the store has what the programs have said, that every row can be read, and that each file belongs to a row.
  func check() throws {
    let items = try ModelContext(open(S2.self, plan: SharingPlan.self)).fetch(FetchDescriptor<S2.Item>())
    let found = Dictionary(items.map { ($0.title, $0) }) { first, _ in first }
    guard found.count == items.count else { throw Problem(description: "two rows have one title") }
    for item in items {
      guard item.owner == "owner of \(item.title)" else { throw Problem(description: "\(item.title) has no owner") }
    }
    for (title, change) in try changes() {
      switch (change, found[title]) {
      case (.deleted, nil): break
      case (.deleted, _): throw Problem(description: "\(title) was deleted, and is there")
      case (.deleting, nil): break
      case (.deleting(let sizes), let item?), (.saved(let sizes), let item?):
        let size = item.picture?.count
        guard let size, sizes.contains(size),
          item.picture?.allSatisfy({ $0 == UInt8(truncatingIfNeeded: size) }) == true
        else { throw Problem(description: "\(title) has \(size.map(String.init) ?? "no") bytes instead of \(sizes)") }
      case (.saved, nil): throw Problem(description: "\(title) was saved, and is not there")
      }
    }
    let support = folder.appendingPathComponent(".App_SUPPORT")
    let files = (try? FileManager.default.contentsOfDirectory(atPath: support.path + "/_EXTERNAL_DATA")) ?? []
    let large = items.count { ($0.picture?.count ?? 0) >= 200_000 }
    guard files.count == large else { throw Problem(description: "\(files.count) files for \(large) large values") }
    let rest = ((try? FileManager.default.contentsOfDirectory(atPath: support.path)) ?? []).filter {
      $0 != "_EXTERNAL_DATA"
    }
    guard rest.isEmpty else { throw Problem(description: "left: \(rest)") }
    print("\(items.count) items, \(files.count) files")
  }

  private enum Change {
    /// The possible sizes: the last that was saved, and the one whose save was interrupted.
    case saved([Int])
    case deleted
    /// The deletion may have been interrupted before it was saved.
    case deleting([Int])
  }

  private func changes() throws -> [String: Change] {
    var changes: [String: Change] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasSuffix(".said") {
      let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      // A killed program may have written a part of its last line.
      for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
        let words = line.split(separator: " ").map(String.init)
        switch words.first {
        case "deleting": if case .saved(let sizes)? = changes[words[1]] { changes[words[1]] = .deleting(sizes) }
        case "deleted": changes[words[1]] = .deleted
        case "saved": changes[words[1]] = .saved([Int(words[2]) ?? 0])
        case "saving":
          if case .saved(let sizes)? = changes[words[1]] { changes[words[1]] = .saved(sizes + [Int(words[2]) ?? 0]) }
        default: break
        }
      }
    }
    return changes
  }
}
