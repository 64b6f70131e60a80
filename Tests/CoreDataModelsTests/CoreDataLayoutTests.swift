import EntityModel
import Testing

/// Compared with the tables and indexes of stores that Core Data made.
@Suite("Layouts of Core Data models")
struct CoreDataLayoutTests {
  private static func statements(_ store: String) throws -> [String] {
    String(decoding: try Examples.read("Stores/\(store).sql"), as: UTF8.self)
      .split(separator: ";\n").map(String.init).filter { !$0.hasPrefix("CREATE TRIGGER") && !$0.hasPrefix(" ") }
  }

  @Test("the model in a store has the tables and indexes of the store", arguments: Examples.stores)
  func stores(store: String) throws {
    let model = try Examples.storedModel(store)
    let layout = try StoreLayout(of: model)
    let expected = try Self.statements(store)
    let hasHistory = expected.contains { $0.hasPrefix("CREATE TABLE ACHANGE") }
    // A migrated store has its tables in another order.
    #expect(layout.statements(withHistory: hasHistory).sorted() == expected.sorted())
    if store != "SampleModel_V2" { #expect(layout.statements(withHistory: hasHistory) == expected) }
  }

  @Test(
    "the model as Xcode stores it has the tables and indexes of its store",
    arguments: [
      ("SampleModel", "SampleModel", "SampleModel_V1"), ("SampleModel", "SampleModel2", "SampleModel_V2"),
      ("SampleModel3", "SampleModel3", "SampleModel3_V1"),
    ])
  func models(name: String, version: String, store: String) throws {
    let layout = try StoreLayout(ofCoreDataModel: Examples.model(name, version))
    #expect(layout.statements(withHistory: false).sorted() == (try Self.statements(store)).sorted())
  }

  @Test(
    "a derived attribute has a column, but the triggers are a gap", arguments: ["SampleModel2_V1", "SampleModel2_V2"])
  func derived(store: String) throws {
    let error = #expect(throws: LayoutError.self) {
      try StoreLayout(ofCoreDataModel: Examples.storedModel(store))
    }
    #expect(error == .notDetermined([.derived(entity: "Book", attribute: "pagesCount")]))
    #expect(error?.message.isEmpty == false)
  }
}
