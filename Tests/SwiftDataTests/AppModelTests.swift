import SwiftData
import Testing

// Forms that models of published apps have, besides what Apple's documentation shows.

/// An app may have a type of this name.
struct Model<T: PersistentModel>: Hashable {
  let identifier: PersistentIdentifier
  init(_ model: T) { identifier = model.persistentModelID }
}

protocol Exportable {
  associatedtype Export
  var export: Export? { get }
}

/// Its values are stored as JSON.
enum Medium: Codable, Hashable {
  case film
  case season(number: Int, series: Int)
}

enum Genre: String, CaseIterable { case drama, comedy }

enum ShelfV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Title.self, Draft.self] }

  @Model final class Title {
    var id: String
    var kind: Medium
    init(id: String, kind: Medium) {
      self.id = id
      self.kind = kind
    }
  }

  @Model final class Draft {
    var text = ""
    init(text: String) { self.text = text }
  }
}

enum ShelfV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Title.self, Draft.self, Viewing.self] }

  typealias Draft = ShelfV1.Draft

  @Model final class Title: Exportable, CustomStringConvertible, Codable {
    // Not the stored property: `Identifiable` is satisfied otherwise.
    var id: ObjectIdentifier { ObjectIdentifier(self) }
    @Attribute(originalName: "id") var code: String
    var medium: Medium?
    var names: [String: String?] = [:]
    private var genreName: Genre.RawValue = Genre.drama.rawValue
    @Transient var genre: Genre {
      get { Genre(rawValue: genreName) ?? .drama }
      set { genreName = newValue.rawValue }
    }
    var parent: Title? = nil
    @Relationship(inverse: \Title.parent) var parts: [Title] = []
    @Relationship(deleteRule: .cascade, inverse: \Viewing.title) var viewings: [Viewing]? = []

    var description: String { "Title \(code)" }
    var export: String? { "\(code): \(genre.rawValue)" }

    init(code: String) { self.code = code }

    enum CodingKeys: String, CodingKey { case code, names }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      code = try values.decode(String.self, forKey: .code)
      names = try values.decode([String: String?].self, forKey: .names)
    }

    func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: CodingKeys.self)
      try values.encode(code, forKey: .code)
      try values.encode(names, forKey: .names)
    }
  }

  @Model final class Viewing {
    #Index<Viewing>([\.date, \.title])
    private(set) var date: Date
    var title: Title?
    init(date: Date) { self.date = date }
  }
}

/// What the stage carries from one hook to the other. The hooks of a migration run one after the other.
private final class Carried: @unchecked Sendable { var titles: [ShelfV2.Title] = [] }

enum ShelfPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [ShelfV1.self, ShelfV2.self] }
  static var stages: [MigrationStage] { [.makeTitles()] }
}

extension MigrationStage {
  fileprivate static func makeTitles() -> MigrationStage {
    let carried = Carried()
    return .custom(
      fromVersion: ShelfV1.self, toVersion: ShelfV2.self,
      willMigrate: { context in
        try? context.delete(model: ShelfV1.Draft.self)
        for old in try context.fetch(FetchDescriptor<ShelfV1.Title>()) {
          let new = ShelfV2.Title(code: old.id)
          new.medium = old.kind
          carried.titles.append(new)
          context.delete(old)
        }
        try context.save()
      },
      didMigrate: { context in
        for title in carried.titles { context.insert(title) }
        try context.save()
      })
  }
}

@Suite("Models of published apps")
struct AppModelTests {
  let store = FileManager.default.temporaryDirectory.appendingPathComponent("shelf-\(UUID().uuidString).store")

  private func removeStore() {
    for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: store.path + ending) }
  }

  private func open(_ version: any VersionedSchema.Type) throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: version), migrationPlan: ShelfPlan.self,
        configurations: ModelConfiguration(url: store)))
  }

  @Test("a stage makes objects of the new version before the migration and inserts them after it")
  func carriedObjects() throws {
    defer { removeStore() }
    do {
      let context = try open(ShelfV1.self)
      context.insert(ShelfV1.Title(id: "a", kind: .season(number: 2, series: 7)))
      context.insert(ShelfV1.Title(id: "b", kind: .film))
      context.insert(ShelfV1.Draft(text: "x"))
      try context.save()
    }
    let context = try open(ShelfV2.self)
    let titles = try context.fetch(FetchDescriptor<ShelfV2.Title>(sortBy: [SortDescriptor(\.code)]))
    #expect(titles.map(\.code) == ["a", "b"])
    #expect(titles.map(\.medium) == [.season(number: 2, series: 7), .film])
    #expect(try context.fetchCount(FetchDescriptor<ShelfV2.Draft>()) == 0)
  }

  /// A selection of objects that is passed to an actor.
  enum Selection: Sendable {
    case descriptor(FetchDescriptor<ShelfV2.Title>)
  }

  @ModelActor
  actor Shelf {
    func codes(_ selection: Selection) throws -> [String] {
      switch selection {
      case .descriptor(let descriptor): try modelContext.fetch(descriptor).map(\.code)
      }
    }
  }

  @Test("a descriptor is passed to an actor")
  func sentDescriptor() async throws {
    defer { removeStore() }
    let context = try open(ShelfV2.self)
    for code in ["a", "b"] { context.insert(ShelfV2.Title(code: code)) }
    try context.save()
    let isB = #Predicate<ShelfV2.Title> { $0.code == "b" }
    let codes = try await Shelf(modelContainer: context.container)
      .codes(.descriptor(FetchDescriptor(predicate: isB, sortBy: [SortDescriptor(\.code)])))
    #expect(codes == ["b"])
  }

  @Test("computed transient, private and dictionary properties, and a self relationship are saved and fetched")
  func forms() throws {
    defer { removeStore() }
    do {
      let context = try open(ShelfV2.self)
      let json = Data(#"{"code":"s","names":{"it":"Serie","fr":null}}"#.utf8)
      let series = try JSONDecoder().decode(ShelfV2.Title.self, from: json)
      context.insert(series)
      series.genre = .comedy
      series.parts = [ShelfV2.Title(code: "s1")]
      series.viewings?.append(ShelfV2.Viewing(date: Date(timeIntervalSinceReferenceDate: 60)))
      try context.save()
    }
    let context = try open(ShelfV2.self)
    let top = #Predicate<ShelfV2.Title> { $0.parent == nil }
    let series = try #require(try context.fetch(FetchDescriptor(predicate: top)).first)
    #expect(series.export == "s: comedy")
    #expect(series.names == ["it": "Serie", "fr": nil])
    #expect(series.parts.map(\.description) == ["Title s1"])
    #expect(series.viewings?.map(\.date) == [Date(timeIntervalSinceReferenceDate: 60)])
    #expect(series.id == ObjectIdentifier(series))
    #expect(Model(series) == Model(try #require(series.parts.first?.parent)))
    let past = Date.distantPast
    let seen = #Predicate<ShelfV2.Viewing> { $0.title?.code == "s" && $0.date > past }
    #expect(try context.fetchCount(FetchDescriptor(predicate: seen)) == 1)
  }
}
