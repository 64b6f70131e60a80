/// What a program does to a village. Things are named by their marks, so that a list of operations stays one when some
/// are left out: what cannot be done is not done.
enum VillageOperation {
  typealias Mark = Village.Mark
  typealias Property = Village.Property

  case insert(Mark, Village.Kind, name: String, links: [(property: Property, others: [Mark])])
  /// A new thing is never inserted: another one leads to it.
  case insertInto(Mark, Property, Mark, name: String)
  case age(Mark, Int)
  case note(Mark, String?)
  case rename(Mark, String)
  case set(Mark, Property, [Mark])
  case append(Mark, Property, Mark)
  case remove(Mark, Property, Mark)
  case delete(Mark)
  /// What was deleted, and perhaps saved since.
  case insertAgain(Mark)
  case save
  case rollback
  case fetch(Village.Kind, age: Int?)
  case fetchNeighbours(age: Int)
  case read(Mark, Property)
  case readAll
  /// Nobody but the context holds the objects any more.
  case releaseObjects
  /// Another context does this, and saves it. Only done while there is nothing to save here.
  case elsewhere([VillageOperation])
}

extension VillageOperation {
  /// Operations that nobody would do in this order.
  static func list(seed: UInt64, count: Int) -> [VillageOperation] {
    var generator = Generator(random: SeededNumbers(state: seed))
    // The first numbers of neighbouring seeds are alike.
    for _ in 0..<8 { _ = generator.random.next() }
    return (0..<count).map { $0 < 6 ? generator.insertion() : generator.operation() }
  }

  private struct Generator {
    var random: SeededNumbers
    private var last = 0
    private var kinds: [(mark: Mark, kind: Village.Kind)] = []

    init(random: SeededNumbers) { self.random = random }

    mutating func operation() -> VillageOperation {
      switch number(100) {
      case 0..<18: return insertion()
      case 18..<52: return change()
      case 52..<56: return any().map { .insertAgain($0.mark) } ?? .save
      case 56..<61: return any().map { .delete($0.mark) } ?? .save
      case 61..<70: return .save
      case 70..<74: return .rollback
      case 74..<79:
        return .fetch(
          Village.Kind.allCases.randomElement(using: &random) ?? .person, age: number(2) == 0 ? nil : number(3))
      case 79..<81: return .fetchNeighbours(age: number(3))
      case 81..<90: return read()
      case 90..<93: return .readAll
      case 93..<97: return .releaseObjects
      default:
        return .elsewhere((0..<3).map { _ in number(3) == 0 ? insertion() : number(4) == 0 ? deletion() : change() })
      }
    }

    private mutating func deletion() -> VillageOperation { any().map { .delete($0.mark) } ?? .readAll }

    mutating func insertion() -> VillageOperation {
      let kind =
        [.person, .person, .person, .mayor, .house, .street, .club, .club, .tool, .ticket]
        .randomElement(using: &random) ?? Village.Kind.person
      if kind != .ticket, number(5) == 0,
        let property = Property.allCases.filter(kind.isTarget).randomElement(using: &random),
        let owner = any({ $0.owns(property) })
      {
        return .insertInto(owner, property, new(kind), name: name())
      }
      var links: [(property: Property, others: [Mark])] = []
      if kind.isPerson {
        for property in [Property.home, .clubs, .children] where number(3) == 0 {
          links.append((property, others(property)))
        }
      } else if kind == .ticket {
        links = [(.holder, others(.holder))]
      }
      return .insert(new(kind), kind, name: name(), links: links)
    }

    private mutating func change() -> VillageOperation {
      guard let (mark, kind) = any() else { return .save }
      switch number(10) {
      case 0: return .age(mark, number(3))
      case 1: return .note(mark, [nil, "n", "m"].randomElement(using: &random) ?? nil)
      case 2 where kind.isPerson: return .rename(mark, name())
      default:
        guard let property = kind.properties.randomElement(using: &random) else { return .age(mark, number(3)) }
        guard property.isToMany else { return .set(mark, property, number(4) == 0 ? [] : others(property)) }
        guard number(3) > 0, let other = any({ $0.isTarget(of: property) }) else {
          return .set(mark, property, others(property))
        }
        return number(5) < 3 ? .append(mark, property, other) : .remove(mark, property, other)
      }
    }

    private mutating func read() -> VillageOperation {
      guard let (mark, kind) = any(), let property = kind.properties.randomElement(using: &random) else {
        return .readAll
      }
      return .read(mark, property)
    }

    private mutating func new(_ kind: Village.Kind) -> Mark {
      last += 1
      kinds.append((last, kind))
      return last
    }

    private mutating func name() -> String { "p\(number(8))" }

    /// Of the last few, for there is more to go wrong between few things.
    private mutating func any() -> (mark: Mark, kind: Village.Kind)? { kinds.suffix(12).randomElement(using: &random) }

    private mutating func any(_ isMember: (Village.Kind) -> Bool) -> Mark? {
      kinds.filter { isMember($0.kind) }.suffix(4).randomElement(using: &random)?.mark
    }

    private mutating func others(_ property: Property) -> [Mark] {
      let count = property.isToMany ? number(4) : 1
      return Set((0..<count).compactMap { _ in any { $0.isTarget(of: property) } }).sorted()
    }

    private mutating func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
  }
}

extension VillageOperation: CustomStringConvertible {
  /// As a program would write it.
  var description: String {
    switch self {
    case .insert(let mark, let kind, let name, let links):
      "\(kind) \(mark) \(name)" + links.map { ", \($0.property): \($0.others)" }.joined()
    case .insertInto(let mark, let property, let new, let name): "\(mark).\(property) += new \(new) \(name)"
    case .age(let mark, let age): "\(mark).age = \(age)"
    case .note(let mark, let note): "\(mark).note = \(note ?? "nil")"
    case .rename(let mark, let name): "\(mark).name = \(name)"
    case .set(let mark, let property, let others): "\(mark).\(property) = \(others)"
    case .append(let mark, let property, let other): "\(mark).\(property) += \(other)"
    case .remove(let mark, let property, let other): "\(mark).\(property) -= \(other)"
    case .delete(let mark): "delete \(mark)"
    case .insertAgain(let mark): "insert \(mark) again"
    case .save: "save"
    case .rollback: "rollback"
    case .fetch(let kind, let age): "fetch \(kind)" + (age.map { " of age \($0)" } ?? "")
    case .fetchNeighbours(let age): "fetch people whose home has age \(age)"
    case .read(let mark, let property): "read \(mark).\(property)"
    case .readAll: "read all"
    case .releaseObjects: "release all objects"
    case .elsewhere(let operations): "elsewhere: " + operations.map(\.description).joined(separator: "; ")
    }
  }
}
