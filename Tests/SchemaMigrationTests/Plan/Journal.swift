import Foundation
import SchemaMigration
import SchemaModel

/// The articles of a journal in four versions: the shapes of Strata's reference migration.
enum JournalV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static let models: [any PersistentModel.Type] = [Article.self, Draft.self]

  @Model final class Article {
    @Attribute(.unique) var code: String
    var title: String
    var text: String
    var writtenAt: Date

    init(code: String, title: String, text: String, writtenAt: Date = Date(timeIntervalSinceReferenceDate: 0)) {
      self.code = code
      self.title = title
      self.text = text
      self.writtenAt = writtenAt
    }

    var heading: String { title.uppercased() }
  }

  @Model final class Draft {
    var note: String
    init(note: String) { self.note = note }
  }
}

/// `writer` is new and optional.
enum JournalV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static let models: [any PersistentModel.Type] = [Article.self, Draft.self]

  @Model final class Article {
    @Attribute(.unique) var code: String
    var title: String
    var text: String
    var writer: String?
    var writtenAt: Date

    init(code: String, title: String, text: String, writer: String? = nil, writtenAt: Date = .now) {
      self.code = code
      self.title = title
      self.text = text
      self.writer = writer
      self.writtenAt = writtenAt
    }
  }

  @Model final class Draft {
    var note: String
    init(note: String) { self.note = note }
  }
}

/// `text` is `content` now, and a writer is an object.
enum JournalV3: VersionedSchema {
  static let versionIdentifier = Schema.Version(3, 0, 0)
  static let models: [any PersistentModel.Type] = [Article.self, Writer.self, Draft.self]

  @Model final class Article {
    @Attribute(.unique) var code: String
    var title: String
    var content: String
    var writtenAt: Date
    var writer: Writer?

    init(code: String, title: String, content: String, writtenAt: Date = .now, writer: Writer? = nil) {
      self.code = code
      self.title = title
      self.content = content
      self.writtenAt = writtenAt
      self.writer = writer
    }
  }

  @Model final class Writer {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Article.writer) var articles: [Article] = []
    init(name: String) { self.name = name }
  }

  @Model final class Draft {
    var note: String
    init(note: String) { self.note = note }
  }
}

/// `publishedAt` and `slug` are new and required, without a default; `tagline` has one.
enum JournalV4: VersionedSchema {
  static let versionIdentifier = Schema.Version(4, 0, 0)
  static let models: [any PersistentModel.Type] = [Article.self, Writer.self, Draft.self]

  @Model final class Article {
    @Attribute(.unique) var code: String
    var title: String
    var content: String
    var writtenAt: Date
    var writer: Writer?
    var publishedAt: Date
    var slug: String
    var tagline: String = ""
    var subtitle: String?

    init(code: String, title: String, content: String, slug: String, publishedAt: Date = .now) {
      self.code = code
      self.title = title
      self.content = content
      self.slug = slug
      self.publishedAt = publishedAt
      writtenAt = publishedAt
    }

    var length: Int { content.count }
  }

  @Model final class Writer {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Article.writer) var articles: [Article] = []
    init(name: String) { self.name = name }
  }

  @Model final class Draft {
    var note: String
    init(note: String) { self.note = note }
  }
}

/// A store of one version in a folder of its own.
struct JournalStore {
  let url: URL

  /// Creates a store and fills it.
  init(_ version: any VersionedSchema.Type, _ fill: (ModelContext) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("journal-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    url = folder.appendingPathComponent("journal.store")
    let container = try ModelContainer(
      for: Schema(versionedSchema: version), configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    try fill(context)
    try context.save()
  }

  /// Creates a store with some articles of the first version.
  static func articles(_ count: Int) throws -> JournalStore {
    try JournalStore(JournalV1.self) { context in
      for number in 0..<count {
        context.insert(JournalV1.Article(code: "a\(number)", title: "Title \(number)", text: "Text \(number)"))
      }
    }
  }

  /// Migrates the store to a version and returns a context.
  func migrate(to version: any VersionedSchema.Type, _ plan: MigrationPlan) throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: version), plan: plan, configurations: ModelConfiguration(url: url)))
  }

  /// A context for the store, which must have this version.
  func open(_ version: any VersionedSchema.Type) throws -> ModelContext {
    ModelContext(
      try ModelContainer(for: Schema(versionedSchema: version), configurations: ModelConfiguration(url: url)))
  }

  func remove() { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
}

extension MigrationPlan {
  /// A plan with one stage.
  static func stage(
    _ from: any VersionedSchema.Type, _ to: any VersionedSchema.Type,
    @StageBuilder _ build: () -> [any MigrationOperation]
  ) -> MigrationPlan {
    let operations = build()
    return MigrationPlan(schemas: [from, to]) {
      Stage(from: from, to: to) { operations }
    }
  }
}
