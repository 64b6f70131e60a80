import SchemaModel

/// Three levels of inheritance, and constraints on what is inherited.
enum Menagerie {
  @Model class Animal {
    var name: String
    var legs = 4
    @Relationship(inverse: \Keeper.animals) var keeper: Keeper?

    init(name: String) {
      self.name = name
      // The object of a subclass is whole here, as far as this class can tell.
      self.name += "."
    }
  }

  @Model class Dog: Animal {
    var breed: String
    @Transient var barks = 0

    init(name: String, breed: String) {
      self.breed = breed
      super.init(name: name)
    }
  }

  @Model final class Puppy: Dog {
    #Unique<Puppy>([\.name, \.weeks])
    #Index<Puppy>([\.breed])
    var weeks: Int = 2

    init(name: String, weeks: Int) {
      self.weeks = weeks
      super.init(name: name, breed: "pug")
    }
  }

  @Model final class Keeper {
    var name: String
    var animals: [Animal] = []
    init(name: String) { self.name = name }
  }

  static func container() throws -> ModelContainer {
    try ModelContainer(
      for: Animal.self, Dog.self, Puppy.self, Keeper.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  }
}
