import Foundation
import SchemaModel
import Testing

@Model private final class Shipment {
  @Attribute(.unique) var id: UUID
  @Attribute(.unique) var number: Int
  @Attribute(.unique) var label: String
  @Attribute(.unique) var sent: Date
  @Attribute(.unique) var weight: Double
  @Attribute(.unique) var seal: Data
  init(id: UUID, number: Int, label: String, sent: Date, weight: Double, seal: Data) {
    self.id = id
    self.number = number
    self.label = label
    self.sent = sent
    self.weight = weight
    self.seal = seal
  }
}

@Suite("Generated objects")
struct PopulationTests {
  @Test("there are as many objects as requested, also with unique values of each type", arguments: [40, 700])
  func count(_ rows: Int) throws {
    let container = try ModelContainer(
      for: Schema([Shipment.self]), configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    #expect(try ModelPopulation(of: container, rows: rows).gaps.isEmpty)
    #expect(try container.rowCounts() == ["Shipment": rows])
  }
}
