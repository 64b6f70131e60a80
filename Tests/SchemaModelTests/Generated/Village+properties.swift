import SchemaModel

/// The properties by their names, as a program writes them.
extension Village.Person: Village.Thing {
  func links(_ property: Village.Property) -> [any Village.Thing] {
    switch property {
    case .home: [home].compactMap { $0 }
    case .keeps: [keeps].compactMap { $0 }
    case .clubs: clubs
    case .tickets: tickets
    case .parent: [parent].compactMap { $0 }
    case .children: children
    case .follows: follows
    case .followers: followers
    default: []
    }
  }

  func setLinks(_ property: Village.Property, _ others: [any Village.Thing]) {
    switch property {
    case .home: home = others.first as? Village.House
    case .keeps: keeps = others.first as? Village.House
    case .clubs: clubs = others.compactMap { $0 as? Village.Club }
    case .tickets: tickets = others.compactMap { $0 as? Village.Ticket }
    case .parent: parent = others.first as? Village.Person
    case .children: children = others.compactMap { $0 as? Village.Person }
    case .follows: follows = others.compactMap { $0 as? Village.Person }
    case .followers: followers = others.compactMap { $0 as? Village.Person }
    default: break
    }
  }
}

extension Village.House: Village.Thing {
  func links(_ property: Village.Property) -> [any Village.Thing] {
    switch property {
    case .people: people
    case .keeper: [keeper].compactMap { $0 }
    case .street: [street].compactMap { $0 }
    default: []
    }
  }

  func setLinks(_ property: Village.Property, _ others: [any Village.Thing]) {
    switch property {
    case .people: people = others.compactMap { $0 as? Village.Person }
    case .keeper: keeper = others.first as? Village.Person
    case .street: street = others.first as? Village.Street
    default: break
    }
  }
}

extension Village.Street: Village.Thing {
  func links(_ property: Village.Property) -> [any Village.Thing] { property == .houses ? houses : [] }
  func setLinks(_ property: Village.Property, _ others: [any Village.Thing]) {
    if property == .houses { houses = others.compactMap { $0 as? Village.House } }
  }
}

extension Village.Club: Village.Thing {
  func links(_ property: Village.Property) -> [any Village.Thing] {
    switch property {
    case .members: members
    case .tools: tools
    case .chair: [chair].compactMap { $0 }
    default: []
    }
  }

  func setLinks(_ property: Village.Property, _ others: [any Village.Thing]) {
    switch property {
    case .members: members = others.compactMap { $0 as? Village.Person }
    case .tools: tools = others.compactMap { $0 as? Village.Tool }
    case .chair: chair = others.first as? Village.Person
    default: break
    }
  }
}

extension Village.Tool: Village.Thing {
  func links(_ property: Village.Property) -> [any Village.Thing] { [] }
  func setLinks(_ property: Village.Property, _ others: [any Village.Thing]) {}
}

extension Village.Ticket: Village.Thing {
  func links(_ property: Village.Property) -> [any Village.Thing] { property == .holder ? [holder] : [] }
  func setLinks(_ property: Village.Property, _ others: [any Village.Thing]) {
    if property == .holder, let person = others.first as? Village.Person { holder = person }
  }
}
