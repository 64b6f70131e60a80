import Foundation
import SchemaModel

/// Writes a store for `core_data_rules.py read`, which knows only Core Data's rules: `written.json` has the model of these
/// classes and the values that it must find.
///
///     WrittenStore FILE
@main
struct WrittenStore {
  enum Course: String, Codable { case starter, dessert }
  enum Taste: Codable { case sweet, sour }
  struct Author: Codable {
    var id: UUID?
    var name: String?
    var aliases: [String]?
  }

  @Model class Step {
    var number: Int
    var previous: Step?
    init(number: Int, previous: Step?) {
      self.number = number
      self.previous = previous
    }
  }

  @Model final class TimedStep: Step {
    var seconds: Int
    var isHeated: Bool
    init(number: Int, previous: Step?, seconds: Int, isHeated: Bool) {
      self.seconds = seconds
      self.isHeated = isHeated
      super.init(number: number, previous: previous)
    }
  }

  @Model final class Cuisine {
    var name: String
    var recipes: [Recipe] = []
    init(name: String) { self.name = name }
  }

  @Model final class Recipe {
    #Index<Recipe>([\.changed, \.name])
    var id: UUID
    var author: Author?
    @Attribute(.unique) var name: String
    var course: Course
    var taste: Taste?
    var rating: Double?
    var price: Decimal
    var changed: Date
    var tags: [String]
    var page: URL?
    @Attribute(.externalStorage) var picture: Data?
    @Relationship(inverse: \Cuisine.recipes) var cuisines: [Cuisine] = []
    var steps: [Step] = []
    init(id: UUID, name: String, course: Course, price: Decimal, changed: Date, tags: [String]) {
      self.id = id
      self.name = name
      self.course = course
      self.price = price
      self.changed = changed
      self.tags = tags
    }
  }

  static func main() throws {
    let url = URL(fileURLWithPath: CommandLine.arguments[1])
    let container = try ModelContainer(
      for: Recipe.self, Cuisine.self, Step.self, TimedStep.self, configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    func id(_ byte: UInt8) -> UUID { UUID(uuid: (byte, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, byte)) }
    func recipe(_ number: UInt8, _ name: String, _ course: Course, _ price: Decimal, _ tags: [String]) throws -> Recipe
    {
      let recipe = Recipe(
        id: id(number), name: name, course: course, price: price,
        changed: Date(timeIntervalSinceReferenceDate: Double(number) + 0.5), tags: tags)
      context.insert(recipe)
      // The keys are numbered in the order of the saves.
      try context.save()
      return recipe
    }
    let soup = try recipe(1, "Soup", .starter, 12.25, ["hot", "quick"])
    let cake = try recipe(2, "Cake", .dessert, 7, [])
    soup.author = Author(id: id(9), name: "Ada", aliases: ["A"])
    soup.taste = .sour
    soup.rating = 4.5
    soup.page = URL(string: "https://example.org/soup")
    soup.picture = Data("a small picture".utf8)
    cake.taste = .sweet
    cake.picture = Data(repeating: 7, count: 200_000)
    for name in ["French", "Thai"] {
      let cuisine = Cuisine(name: name)
      context.insert(cuisine)
      try context.save()
      soup.cuisines.append(cuisine)
      if name == "Thai" { cake.cuisines = [cuisine] }
    }
    let first = Step(number: 1, previous: nil)
    context.insert(first)
    soup.steps = [first]
    try context.save()
    let second = TimedStep(number: 2, previous: first, seconds: 90, isHeated: true)
    context.insert(second)
    soup.steps.append(second)
    try context.save()
  }
}
