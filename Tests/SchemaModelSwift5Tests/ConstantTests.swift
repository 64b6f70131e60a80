import Foundation
import SchemaModel
import Testing

/// Constants of models in the Swift 5 language mode, in which this target is compiled. The compiler warns of each.
@Suite("Persisted constants")
final class ConstantTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("constants-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func context(_ type: any PersistentModel.Type) throws -> ModelContext {
    let url = folder.appendingPathComponent("a.store")
    return ModelContext(try ModelContainer(for: Schema([type]), configurations: ModelConfiguration(url: url)))
  }

  @Test("a fetched constant has the stored value, with a default and without")
  func roundTrip() throws {
    let writing = try context(Parcel.self)
    let parcel = Parcel(label: "glass", size: .large)
    let inner = Parcel(label: "cup", size: .small, outer: parcel)
    writing.insert(inner)
    #expect(inner.outer === parcel && inner.id != parcel.id)
    let (id, made) = (parcel.id, parcel.made)
    try writing.save()

    let reading = try context(Parcel.self)
    let found = try #require(
      try reading.fetch(FetchDescriptor<Parcel>(predicate: #Predicate { $0.id == id })).first)
    #expect(found.id == id && found.made == made && found.label == "glass" && found.size == .large)
    #expect(found.note == nil && found.outer == nil)
    let cup = try #require(
      try reading.fetch(FetchDescriptor<Parcel>(predicate: #Predicate { $0.label == "cup" })).first)
    #expect(cup.outer === found && cup.note == "in glass" && cup.id == inner.id)
  }

  @Test("a constant that the compiler knows is read from the store as well")
  func literal() throws {
    let writing = try context(Written.Leaf.self)
    writing.insert(Written.Leaf())
    try writing.save()
    let leaf = try #require(try context(Read.Leaf.self).fetch(FetchDescriptor<Read.Leaf>()).first)
    #expect(leaf.edition == 2)
    #expect(Read.Leaf().edition == 1)
  }

  @Test("an object that a save merges into another has the constants of the row")
  func merged() throws {
    let writing = try context(Badge.self)
    let first = Badge(name: "Ada")
    writing.insert(first)
    try writing.save()
    let second = Badge(name: "Ada")
    writing.insert(second)
    try writing.save()
    let stored = try #require(try context(Badge.self).fetch(FetchDescriptor<Badge>()).first)
    #expect(first.id == stored.id && second.id == stored.id)
  }
}

@Model final class Parcel {
  enum Size: String, Codable { case small, large }
  let id = UUID()
  let label: String
  let size: Size
  let made: Date
  let note: String?
  let outer: Parcel?

  init(label: String, size: Size, outer: Parcel? = nil) {
    self.label = label
    self.size = size
    self.outer = outer
    made = Date(timeIntervalSinceReferenceDate: 1.25)
    note = outer.map { "in \($0.label)" }
  }
}

@Model final class Badge {
  let id = UUID()
  @Attribute(.unique) let name: String
  init(name: String) { self.name = name }
}

enum Written {
  @Model final class Leaf {
    var edition = 2
    init() {}
  }
}

enum Read {
  @Model final class Leaf {
    let edition = 1
    init() {}
  }
}
