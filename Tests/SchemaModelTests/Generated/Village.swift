import SchemaModel

/// Every kind of relationship there is, on objects that are told apart by a mark of their own.
enum Village {
  typealias Mark = Int

  /// What a test may do with any object.
  protocol Thing: PersistentModel {
    var mark: Mark { get set }
    var age: Int { get set }
    var note: String? { get set }
    func links(_ property: Property) -> [any Thing]
    func setLinks(_ property: Property, _ others: [any Thing])
  }

  @Model class Person {
    var mark: Int
    @Attribute(.unique) var name: String
    var age = 0
    var note: String?
    @Relationship(inverse: \House.people) var home: House?
    @Relationship(inverse: \House.keeper) var keeps: House?
    @Relationship(inverse: \Club.members) var clubs: [Club] = []
    @Relationship(inverse: \Ticket.holder) var tickets: [Ticket] = []
    var parent: Person?
    @Relationship(inverse: \Person.parent) var children: [Person] = []
    var followers: [Person] = []
    @Relationship(inverse: \Person.followers) var follows: [Person] = []

    init(mark: Int, name: String, home: House? = nil, clubs: [Club] = [], children: [Person] = []) {
      self.mark = mark
      self.name = name
      self.home = home
      self.clubs = clubs
      self.children = children
    }
  }

  @Model final class Mayor: Person {
    /// The same as `age`, in a column of the subclass.
    var years = 0

    override init(mark: Int, name: String, home: House? = nil, clubs: [Club] = [], children: [Person] = []) {
      super.init(mark: mark, name: name, home: home, clubs: clubs, children: children)
    }
  }

  @Model final class House {
    var mark: Int
    var age = 0
    var note: String?
    var people: [Person] = []
    var keeper: Person?
    var street: Street?
    init(mark: Int) { self.mark = mark }
  }

  @Model final class Street {
    var mark: Int
    var age = 0
    var note: String?
    @Relationship(deleteRule: .cascade, inverse: \House.street) var houses: [House] = []
    init(mark: Int) { self.mark = mark }
  }

  @Model final class Club {
    var mark: Int
    var age = 0
    var note: String?
    var members: [Person] = []
    /// One-sided; a tool knows nothing of it.
    var tools: [Tool] = []
    /// One-sided, to an object of one of two entities.
    var chair: Person?
    init(mark: Int) { self.mark = mark }
  }

  @Model final class Tool {
    var mark: Int
    var age = 0
    var note: String?
    init(mark: Int) { self.mark = mark }
  }

  @Model final class Ticket {
    var mark: Int
    var age = 0
    var note: String?
    var holder: Person
    init(mark: Int, holder: Person) {
      self.mark = mark
      self.holder = holder
    }
  }

  static func container() throws -> ModelContainer {
    try ModelContainer(
      for: Person.self, Mayor.self, House.self, Street.self, Club.self, Tool.self, Ticket.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  }
}

extension Village {
  enum Kind: CaseIterable {
    case person, mayor, house, street, club, tool, ticket

    var isPerson: Bool { self == .person || self == .mayor }
    /// A tool stands for any object without a property.
    func owns(_ property: Property) -> Bool { property.owner == (isPerson ? .person : self) }
    func isTarget(of property: Property) -> Bool { property.target == (isPerson ? .person : self) }
    var properties: [Property] { Property.allCases.filter(owns) }
  }

  /// A relationship as one side has it.
  enum Property: CaseIterable {
    case home, people, keeps, keeper, clubs, members, tickets, holder, parent, children, follows, followers
    case street, houses, tools, chair

    var owner: Kind {
      switch self {
      case .home, .keeps, .clubs, .tickets, .parent, .children, .follows, .followers: .person
      case .people, .keeper, .street: .house
      case .houses: .street
      case .members, .tools, .chair: .club
      case .holder: .ticket
      }
    }

    /// Nil for a one-sided relationship.
    var inverse: Property? {
      switch self {
      case .home: .people
      case .people: .home
      case .keeps: .keeper
      case .keeper: .keeps
      case .clubs: .members
      case .members: .clubs
      case .tickets: .holder
      case .holder: .tickets
      case .parent: .children
      case .children: .parent
      case .follows: .followers
      case .followers: .follows
      case .street: .houses
      case .houses: .street
      case .tools, .chair: nil
      }
    }

    var target: Kind { inverse?.owner ?? (self == .tools ? .tool : .person) }

    var isToMany: Bool {
      switch self {
      case .people, .clubs, .members, .tickets, .children, .follows, .followers, .houses, .tools: true
      case .home, .keeps, .keeper, .holder, .parent, .street, .chair: false
      }
    }
  }
}
