// The models of version 1.2.0, written by schemaledger from the frozen schema. The version is released:
// its models never change.
//
// swift-format-ignore-file
// swiftlint:disable all
//
// The frozen schema does not describe what follows. Copy it from the source of the release into an extension
// of this enumeration, so that a later change of the app does not change this version:
//
// * Colour: a type with a value transformer (Shop.colour)
// * Level: a type that is stored as its raw value, of type Int (Shop.level)
// * Limits.visits: a name in a default value (Shop.limit)
// * Phase: a type that is stored as its raw value, of type String (Item.phase)
// * Shape: a Codable type that is encoded as a whole (Shop.shape, Shop.shapes)
// * State: a type that is stored as its raw value, of type String (Shop.address, Shop.state)

import Foundation
import SwiftData

enum SchemaV1_2_0: VersionedSchema {
  static var versionIdentifier: SwiftData.Schema.Version { SwiftData.Schema.Version(1, 2, 0) }
  static var models: [any PersistentModel.Type] {
    [
      Animal.self,
      `Any`.self,
      Attribute.self,
      Data.self,
      Date.self,
      Dog.self,
      Index.self,
      Item.self,
      Keeper.self,
      Model.self,
      Photo.self,
      Puppy.self,
      Relationship.self,
      Schema.self,
      SchemaV1_2_0.self,
      `Self`.self,
      Shop.self,
      Tag.self,
      Words.self,
      `class`.self,
    ]
  }

  @SwiftData.Model
  class Animal {
    var legs: Int = 4
    var name: String
    var keeper: Keeper

    init(name: String, keeper: Keeper) {
      self.name = name
      self.keeper = keeper
    }
  }

  @SwiftData.Model
  final class `Any` {
    var day: Foundation.Date

    init(day: Foundation.Date) {
      self.day = day
    }
  }

  @SwiftData.Model
  final class Attribute {
    var day: Foundation.Date

    init(day: Foundation.Date) {
      self.day = day
    }
  }

  @SwiftData.Model
  final class Data {
    var _under: String
    var day: String
    var größe: Float

    init(_under: String, day: String, größe: Float) {
      self._under = _under
      self.day = day
      self.größe = größe
    }
  }

  @SwiftData.Model
  final class Date {
    @SwiftData.Attribute(.spotlight) var attribute: String
    var day: Foundation.Date

    init(attribute: String, day: Foundation.Date) {
      self.attribute = attribute
      self.day = day
    }
  }

  @SwiftData.Model
  class Dog: Animal {
    var breed: String?

    override init(name: String, keeper: Keeper) {
      super.init(name: name, keeper: keeper)
    }
  }

  @SwiftData.Model
  final class Index {
    #Index<Index>([\.day])

    var day: Foundation.Date

    init(day: Foundation.Date) {
      self.day = day
    }
  }

  @SwiftData.Model
  final class Item {
    #Index<Item>([\.name])

    var name: String
    var phase: Phase = .new
    var size: Box?
    @SwiftData.Relationship(inverse: \Shop.best) var bestOf: Shop?
    @SwiftData.Relationship(.unique) var photo: Photo?
    @SwiftData.Relationship(.unique) var shop: Shop

    init(name: String, shop: Shop) {
      self.name = name
      self.shop = shop
    }
  }

  @SwiftData.Model
  final class Keeper {
    @SwiftData.Relationship(inverse: \Animal.keeper) var animals: [Animal] = []

    init() {}
  }

  @SwiftData.Model
  final class Model {
    @SwiftData.Relationship(deleteRule: .cascade) var schema: [Schema] = []

    init() {}
  }

  @SwiftData.Model
  final class Photo {
    enum Phase: Codable {
      case raw
      case done
    }

    var bytes: Foundation.Data
    var date: Foundation.Date
    var phase: Phase

    init(bytes: Foundation.Data, date: Foundation.Date, phase: Phase) {
      self.bytes = bytes
      self.date = date
      self.phase = phase
    }
  }

  @SwiftData.Model
  final class Puppy: Dog {
    #Unique<Puppy>([\.name], [\.name, \.weeks])
    #Index<Puppy>([\.breed])

    var weeks: Int

    init(name: String, keeper: Keeper, weeks: Int) {
      self.weeks = weeks
      super.init(name: name, keeper: keeper)
    }
  }

  @SwiftData.Model
  final class Relationship {
    var day: Foundation.Date

    init(day: Foundation.Date) {
      self.day = day
    }
  }

  @SwiftData.Model
  final class Schema {
    var day: Foundation.Date

    init(day: Foundation.Date) {
      self.day = day
    }
  }

  @SwiftData.Model
  final class SchemaV1_2_0 {
    var day: Foundation.Date

    init(day: Foundation.Date) {
      self.day = day
    }
  }

  @SwiftData.Model
  final class `Self` {
    var day: Foundation.Date

    init(day: Foundation.Date) {
      self.day = day
    }
  }

  @SwiftData.Model
  final class Shop {
    #Unique<Shop>([\.title, \.opened], [\.words])
    #Index<Shop>(.binary([\.opened, \.title]), .binary([\.title]), .rtree([\.weight, \.ratio]))

    var address: Address
    var `class`: String
    var closed: Foundation.Date? = nil
    @SwiftData.Attribute(.transformable(by: "ColourTransformer")) var colour: Colour?
    var counts: [String: Int] = [:]
    var `default`: Int = 1
    @SwiftData.Attribute(.ephemeral) var hint: String?
    @SwiftData.Attribute(.unique) var id: UUID = UUID()
    var isOpen: Bool = true
    var kind: Kind = .default
    var large: Int
    var letter: Character = "a"
    var level: Level? = .high
    var limit: Int = Limits.visits
    var marks: Set<String> = ["a", "b"]
    var medium: Int32
    @SwiftData.Attribute(.transformable(by: "Cipher \"2\"")) var motto: String = ""
    var oldKind: Kind?
    @SwiftData.Attribute(hashModifier: "2") var opened: Foundation.Date = .distantPast
    @SwiftData.Attribute(.allowsCloudEncryption, .externalStorage) var picture: Foundation.Data?
    var price: Decimal
    var ratio: Float
    var shape: Shape = Shape.flat
    var shapes: [Shape?] = []
    @SwiftData.Attribute(.spotlight) var site: URL?
    var size: Size = Size(width: 1)
    var sizes: [Size]?
    var small: Int16
    var state: State = State.open
    var tiny: UInt8
    @SwiftData.Attribute(originalName: "old \"title\" \\(name)\n") var title: String
    @SwiftData.Attribute(.preserveValueOnDeletion) var token: UUID
    var visits: Int64 = Int64.max
    var weight: Double = 0.5
    var words: [String] = []
    @SwiftData.Relationship(deleteRule: .noAction, originalName: "top", hashModifier: "b") var best: Item?
    @SwiftData.Relationship(deleteRule: .deny, inverse: \Shop.parent) var branches: [Shop] = []
    @SwiftData.Relationship(deleteRule: .cascade, minimumModelCount: 1, maximumModelCount: 500, inverse: \Item.shop)
    var items: [Item] = []
    var neighbour: Shop?
    var parent: Shop?
    @SwiftData.Relationship(inverse: \Tag.shops) var tags: [Tag]?
    @SwiftData.Relationship(inverse: \Item.shop) var archive: [Item] = []

    init(
      address: Address,
      `class`: String,
      large: Int,
      medium: Int32,
      price: Decimal,
      ratio: Float,
      small: Int16,
      tiny: UInt8,
      title: String,
      token: UUID
    ) {
      self.address = address
      self.`class` = `class`
      self.large = large
      self.medium = medium
      self.price = price
      self.ratio = ratio
      self.small = small
      self.tiny = tiny
      self.title = title
      self.token = token
    }
  }

  @SwiftData.Model
  final class Tag {
    enum Phase: Codable {
      case a
      case b
    }

    var name: String
    var phase: Phase = Phase.a
    var shops: [Shop] = []

    init(name: String) {
      self.name = name
    }
  }

  @SwiftData.Model
  final class Words {
    var `Any`: String?
    var `Self`: String?
    var `as`: String?
    var `associatedtype`: String?
    var `await`: String?
    var `break`: String?
    var `case`: String?
    var `catch`: String?
    var `class`: String
    var `continue`: String?
    var `default`: String?
    var `defer`: String?
    var `deinit`: String?
    var `do`: String?
    var `else`: String?
    var `enum`: String?
    var `extension`: String?
    var `fallthrough`: String?
    var `false`: String?
    var `fileprivate`: String?
    var `for`: String?
    var `func`: String
    var `guard`: String?
    var `if`: String?
    var `import`: String?
    var `in`: String?
    var `init`: String?
    var `inout`: String
    var `internal`: String?
    var `is`: String?
    var `let`: String?
    var `nil`: String?
    var `operator`: String?
    var `precedencegroup`: String?
    var `private`: String?
    var `protocol`: String?
    var `public`: String?
    var `repeat`: String?
    var `rethrows`: String?
    var `return`: String?
    var `static`: String?
    var `struct`: String?
    var `subscript`: String?
    var `super`: String?
    var `switch`: String?
    var `throw`: String?
    var `throws`: String?
    var `true`: String?
    var `try`: String?
    var `typealias`: String?
    var `var`: String?
    var `where`: String?
    var `while`: String?

    init(`class`: String, `func`: String, `inout`: String) {
      self.`class` = `class`
      self.`func` = `func`
      self.`inout` = `inout`
    }
  }

  @SwiftData.Model
  final class `class` {
    #Index<`class`>([\.day])

    var day: Foundation.Date

    init(day: Foundation.Date) {
      self.day = day
    }
  }

  struct Address: Codable {
    var street: String
    var zip: Int?
    var `class`: String?
    var house_number: String
    var part2nd_line: String?
    var tags: [String]
    var kind: Kind
    var state: State
    var point: Point?

    enum CodingKeys: String, CodingKey {
      case street
      case zip
      case `class`
      case house_number = "house-number"
      case part2nd_line = "2nd line"
      case tags
      case kind
      case state
      case point
    }
  }

  struct Box: Codable {
    var depth: Int
  }

  enum Kind: Codable {
    case home
    case work
    case `default`
  }

  struct Point: Codable {
    var x: Double
    var y: Double
  }

  struct Size: Codable {
    var width: Double
    var height: Double?
  }
}
