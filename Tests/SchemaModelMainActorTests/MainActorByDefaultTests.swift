import Foundation
import SchemaModel
import Testing

/// The declarations of this target belong to the main actor by default, as in an app of Xcode's template.
@Suite("Models in a module of the main actor")
struct MainActorByDefaultTests {
  @Test("an object is written and read on the main actor")
  func roundTrip() throws {
    let container = try ModelContainer(
      for: Chore.self, Step.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = container.mainContext
    let chore = Chore(title: "paint")
    context.insert(chore)
    chore.steps = [Step(text: "buy"), Step(text: "mix")]
    chore.finish()
    try context.save()

    let title = "paint"
    let reading = ModelContext(container)
    let found = try #require(
      try reading.fetch(
        FetchDescriptor<Chore>(predicate: #Predicate { $0.title == title }, sortBy: [SortDescriptor(\.title)])
      ).first)
    #expect(found !== chore && found.isDone)
    #expect(found.steps.map(\.text).sorted() == ["buy", "mix"])
    #expect(found.steps.allSatisfy { $0.chore === found })
  }

  @Test("objects are read away from the main actor as well")
  func elsewhere() async throws {
    let container = try ModelContainer(
      for: Chore.self, Step.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    container.mainContext.insert(Chore(title: "sweep"))
    try container.mainContext.save()
    #expect(try await Counter(modelContainer: container).titles() == ["sweep"])
  }
}

@Model final class Chore {
  @Attribute(.unique) var title: String
  var isDone = false
  @Relationship(deleteRule: .cascade, inverse: \Step.chore) var steps: [Step] = []
  @Transient var views = 0
  init(title: String) { self.title = title }

  func finish() { isDone = true }
}

@Model final class Step {
  var text: String
  var chore: Chore?
  init(text: String) { self.text = text }
}

@ModelActor actor Counter {
  func titles() throws -> [String] { try modelContext.fetch(FetchDescriptor<Chore>()).map(\.title) }
}
