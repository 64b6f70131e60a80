import EntityModel
import Testing

@Suite("DeclaredModel")
struct DeclaredModelTests {
  typealias Entity = DeclaredModel.Entity

  @Test("the order of declarations does not matter")
  func sorted() {
    let name = DeclaredModel.Attribute(name: "name", type: .string)
    let age = DeclaredModel.Attribute(name: "age", type: .integer64)
    let one = DeclaredModel(
      version: "1.0.0", entities: [Entity(name: "B", attributes: [name, age]), Entity(name: "A")])
    let other = DeclaredModel(
      version: "1.0.0", entities: [Entity(name: "A"), Entity(name: "B", attributes: [age, name])])
    #expect(one == other)
    #expect(one.entities.map(\.name) == ["A", "B"])
  }

  @Test("a cycle of inheritance terminates")
  func lineage() {
    let model = DeclaredModel(
      version: "1.0.0",
      entities: [
        Entity(name: "Animal"), Entity(name: "Dog", superentity: "Animal"), Entity(name: "Puppy", superentity: "Dog"),
        Entity(name: "X", superentity: "Y"), Entity(name: "Y", superentity: "X"),
      ])
    #expect(model.lineage(of: "Puppy").map(\.name) == ["Puppy", "Dog", "Animal"])
    #expect(model.rootEntity(of: "Puppy") == "Animal")
    #expect(model.family(of: "Dog").map(\.name) == ["Dog", "Puppy"])
    #expect(model.lineage(of: "X").map(\.name) == ["X", "Y"])
  }
}
