import Foundation

/// Writes archives in the format of `NSKeyedArchiver`, of Core Data's classes, which this platform does not have. An
/// XML property list represents a reference as a dictionary, so the binary form is written directly.
package struct Archiver {
  /// A reference to an object of the archive.
  package struct Reference {
    package let number: Int

    package init(number: Int) { self.number = number }
  }

  private var objects: [Any] = ["$null"]

  package init() {}

  /// The reference of an object is known only when it is added; this is the reference of the next object.
  package var next: Reference { Reference(number: objects.count) }

  package mutating func add(_ object: Any) -> Reference {
    objects.append(object)
    return Reference(number: objects.count - 1)
  }

  package mutating func named(_ name: String) -> Reference {
    add(["$classname": name, "$classes": [name, "NSObject"]])
  }

  package mutating func attribute(_ name: String, _ members: [String: Any], was: String? = nil) -> [String: Any] {
    let own: [String: Any] = [
      "$class": named("NSAttributeDescription"), "NSPropertyName": add(name), "NSRenamingIdentifier": add(was ?? name),
    ]
    return own.merging(members) { $1 }
  }

  package mutating func composite(
    _ name: String, _ elements: [[String: Any]], _ members: [String: Any] = [:]
  ) -> [String: Any] {
    let references = elements.map { add($0) }
    let own: [String: Any] = [
      "$class": named("NSCompositeAttributeDescription"), "NSAttributeType": 2100,
      "NSCompositeElements": add(["NS.objects": references]),
    ]
    return attribute(name, own.merging(members) { $1 })
  }

  package mutating func relationship(
    _ name: String, to destination: String, _ members: [String: Any], _ inverse: String
  ) -> [String: Any] {
    let own: [String: Any] = [
      "$class": named("NSRelationshipDescription"), "NSPropertyName": add(name), "NSRenamingIdentifier": add(name),
      "_NSDestinationEntityName": add(destination), "_NSInverseRelationshipName": add(inverse),
    ]
    return own.merging(members) { $1 }
  }

  package mutating func entity(
    _ name: String, properties: [[String: Any]], superentity: Reference? = nil, unique: [[String]] = [],
    _ members: [String: Any] = [:]
  ) -> Reference {
    entity(name, propertyReferences: properties.map { add($0) }, superentity: superentity, unique: unique, members)
  }

  package mutating func entity(
    _ name: String, propertyReferences: [Reference], superentity: Reference? = nil, unique: [[String]] = [],
    _ members: [String: Any] = [:]
  ) -> Reference {
    let place = add([String: Any]())
    let tuples = unique.map { names in add(["NS.objects": names.map { add($0) }]) }
    let entity: [String: Any] = [
      "$class": named("NSEntityDescription"), "NSEntityName": add(name), "NSRenamingIdentifier": add(name),
      "NSProperties": add(["NS.objects": propertyReferences, "NS.keys": [Reference]()]),
      "NSUniqueTuples": add(["NS.objects": tuples]), "NSSuperentity": superentity ?? Reference(number: 0),
    ]
    objects[place.number] = entity.merging(members) { $1 }
    return place
  }

  package func bytes(root: Reference) -> [UInt8] {
    var encoder = Encoder()
    let archive: [String: Any] = [
      "$archiver": "NSKeyedArchiver", "$version": 100_000, "$top": ["root": root], "$objects": objects,
    ]
    return encoder.list(archive)
  }

  /// The content of `Z_MODELCACHE` for a model with the entities.
  package mutating func modelCache(_ entities: [Reference], version: String = "1.0.0") -> [UInt8] {
    let root = add([
      "$class": named("NSManagedObjectModel"), "NSEntities": add(["NS.objects": entities]),
      "NSVersionIdentifiers": add(["NS.objects": [add(version)]]),
    ])
    return Self.stored(bytes(root: root))
  }

  /// The bytes as DEFLATE, in stored blocks.
  package static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var blocks: [UInt8] = []
    for start in stride(from: 0, to: max(bytes.count, 1), by: 0xFFFF) {
      let part = bytes[start..<min(start + 0xFFFF, bytes.count)]
      let (low, high) = (UInt8(part.count & 0xFF), UInt8(part.count >> 8))
      blocks += [start + 0xFFFF >= bytes.count ? 1 : 0, low, high, ~low, ~high] + part
    }
    return blocks
  }

  private struct Encoder {
    private var objects: [[UInt8]] = []

    mutating func list(_ value: Any) -> [UInt8] {
      let top = add(value)
      var bytes = Array("bplist00".utf8)
      var offsets: [UInt8] = []
      for object in objects {
        offsets += big(bytes.count, 4)
        bytes += object
      }
      let table = bytes.count
      return bytes + offsets + [0, 0, 0, 0, 0, 0, 4, 4] + big(objects.count, 8) + big(top, 8) + big(table, 8)
    }

    private mutating func add(_ value: Any) -> Int {
      switch value {
      case let reference as Reference: objects.append([0x83] + big(reference.number, 4))
      case let text as String: objects.append(sized(0x50, text.utf8.count) + Array(text.utf8))
      case let bytes as Data: objects.append(sized(0x40, bytes.count) + bytes)
      case let flag as Bool: objects.append([flag ? 9 : 8])
      case let number as Int: objects.append([0x13] + big(number, 8))
      case let list as [Any]:
        let places = list.map { add($0) }
        objects.append(sized(0xA0, places.count) + places.flatMap { big($0, 4) })
      case let members as [String: Any]:
        let sorted = members.sorted { $0.key < $1.key }
        let places = sorted.map { add($0.key) } + sorted.map { add($0.value) }
        objects.append(sized(0xD0, sorted.count) + places.flatMap { big($0, 4) })
      default: objects.append([0])
      }
      return objects.count - 1
    }

    private func sized(_ kind: UInt8, _ count: Int) -> [UInt8] {
      count < 15 ? [kind | UInt8(count)] : [kind | 0xF, 0x12] + big(count, 4)
    }

    private func big(_ number: Int, _ size: Int) -> [UInt8] {
      (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
  }
}
