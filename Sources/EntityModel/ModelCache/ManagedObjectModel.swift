internal import Decompression

/// Reads an archived `NSManagedObjectModel`. The keys are known from stores that SwiftData created and from published
/// readers: https://github.com/cjwl/cocotron/tree/master/CoreData and https://github.com/ZeeQL/ZeeQL3.
struct ManagedObjectModel {
  /// The maximum number of list elements to read: a malicious archive can refer to one object any number of times.
  static let limit = 20_000
  /// The maximum depth of an inheritance chain.
  private static let maximumDepth = 64
  private var budget = limit
  /// The maximum depth of composites within composites.
  private static let maximumNesting = 32
  /// The maximum size of a text in bytes.
  private static let longest = 1_000

  static func read(_ bytes: [UInt8]) throws(ModelCacheError) -> DeclaredModel {
    var reader = ManagedObjectModel()
    return try reader.model(KeyedArchive(bytes).root())
  }

  private mutating func model(_ root: KeyedArchive.Object) throws(ModelCacheError) -> DeclaredModel {
    guard try root.className() == "NSManagedObjectModel" else { throw .missing(key: "root", of: "the archive") }
    guard let entities = try root.object("NSEntities")?.dictionaryValues(&budget) else {
      throw .missing(key: "NSEntities", of: "the model")
    }
    var versions: [String] = []
    for version in try root.object("NSVersionIdentifiers")?.elements(&budget) ?? [] {
      versions.append(try text(version, "NSVersionIdentifiers", of: "the model"))
    }
    var read: [String: DeclaredModel.Entity] = [:]
    for object in entities {
      let entity = try entity(object)
      guard read.updateValue(entity, forKey: entity.name) == nil else {
        throw .missing(key: "a name of its own", of: entity.name)
      }
    }
    return DeclaredModel(
      version: versions.sorted().joined(separator: ", "), entities: try Self.withoutInherited(read))
  }

  /// Removes inherited properties from the entities. In a model that has been loaded, each entity also contains the
  /// properties of its superentities.
  private static func withoutInherited(
    _ entities: [String: DeclaredModel.Entity]
  ) throws(ModelCacheError) -> [DeclaredModel.Entity] {
    let names = entities.mapValues {
      Set($0.attributes.map(\.name) + $0.relationships.map(\.name) + $0.transientAttributes.map(\.name))
    }
    var own: [DeclaredModel.Entity] = []
    for entity in entities.values {
      var ancestors: [String] = []
      while let next = (ancestors.last.map { entities[$0] } ?? entity)?.superentity {
        guard entities[next] != nil else { throw .missing(key: "NSSuperentity", of: entity.name) }
        guard ancestors.count < maximumDepth else { throw .tooLarge(limit: maximumDepth) }
        ancestors.append(next)
      }
      func isOwn(_ name: String) -> Bool { !ancestors.contains { names[$0]?.contains(name) == true } }
      own.append(
        DeclaredModel.Entity(
          name: entity.name, originalName: entity.originalName, superentity: entity.superentity,
          attributes: entity.attributes.filter { isOwn($0.name) },
          relationships: entity.relationships.filter { isOwn($0.name) },
          uniquenessConstraints: entity.uniquenessConstraints.filter { $0.contains(where: isOwn) },
          indexes: entity.indexes.filter { $0.properties.contains(where: isOwn) },
          transientAttributes: entity.transientAttributes.filter { isOwn($0.name) }, isAbstract: entity.isAbstract,
          hashModifier: entity.hashModifier))
    }
    return own
  }

  private mutating func entity(_ object: KeyedArchive.Object) throws(ModelCacheError) -> DeclaredModel.Entity {
    let name = try requiredText("NSEntityName", in: object, of: "an entity")
    var (attributes, relationships) = ([DeclaredModel.Attribute](), [DeclaredModel.Relationship]())
    var transients: [DeclaredModel.TransientAttribute] = []
    var seen: Set<String> = []
    for property in try object.object("NSProperties")?.dictionaryValues(&budget) ?? [] {
      // It stands for an inherited property in the archives of later versions of Core Data.
      if try property.className() == "_NSPropertyDescriptionProxy" { continue }
      let propertyName = try requiredText("NSPropertyName", in: property, of: "a property of \(name)")
      guard seen.insert(propertyName).inserted else { throw .missing(key: "a name of its own", of: propertyName) }
      let path = "\(name).\(propertyName)"
      let isTransient = property.flag("NSIsTransient")
      switch try property.className() {
      // It is neither stored nor compared.
      case "NSRelationshipDescription" where isTransient: continue
      case "NSRelationshipDescription": relationships.append(try relationship(property, propertyName, path))
      case "NSFetchedPropertyDescription": continue
      case _ where isTransient: transients.append(try transientAttribute(property, propertyName, path))
      default: attributes.append(try attribute(property, propertyName, path, depth: 0))
      }
    }
    return DeclaredModel.Entity(
      name: name, originalName: try optionalText("NSRenamingIdentifier", in: object, of: name),
      superentity: try superentity(of: object, name), attributes: attributes, relationships: relationships,
      uniquenessConstraints: try uniqueness(of: object, name),
      indexes: try indexes(of: object, name).filter { $0.properties.allSatisfy(seen.contains) },
      transientAttributes: transients, isAbstract: object.flag("NSIsAbstract"),
      hashModifier: try optionalText("NSVersionHashModifier", in: object, of: name))
  }

  private func superentity(of object: KeyedArchive.Object, _ name: String) throws(ModelCacheError) -> String? {
    guard let superentity = try object.object("NSSuperentity") else { return nil }
    return try requiredText("NSEntityName", in: superentity, of: "the superentity of \(name)")
  }

  /// The uniqueness constraints, which are lists of names or of properties.
  private mutating func uniqueness(
    of object: KeyedArchive.Object, _ name: String
  ) throws(ModelCacheError) -> [[String]] {
    var constraints: [[String]] = []
    for tuple in try object.object("NSUniqueTuples")?.elements(&budget) ?? [] {
      var properties: [String] = []
      for property in try tuple.elements(&budget) ?? [] {
        properties.append(
          property.string == nil
            ? try requiredText("NSPropertyName", in: property, of: "a uniqueness of \(name)")
            : try text(property, "NSUniqueTuples", of: name))
      }
      if !properties.isEmpty { constraints.append(properties) }
    }
    return constraints
  }

  /// The fetch indexes: those that `#Index` declares, and those of an Xcode data model. These may contain expressions,
  /// whose names are not those of properties.
  ///
  /// > NSFetchIndexDescriptions → NSIndexElements → NSPropertyName, NSFetchIndexElementType
  ///
  /// https://developer.apple.com/documentation/coredata/nsfetchindexelementtype
  private mutating func indexes(
    of object: KeyedArchive.Object, _ name: String
  ) throws(ModelCacheError) -> [DeclaredModel.Index] {
    var indexes: [DeclaredModel.Index] = []
    for index in try object.object("NSFetchIndexDescriptions")?.elements(&budget) ?? [] {
      let owner = "an index of \(name)"
      var (properties, descending) = ([String](), [String]())
      var isSpatial = false
      for element in try index.object("NSIndexElements")?.elements(&budget) ?? [] {
        let property = try requiredText("NSPropertyName", in: element, of: owner)
        properties.append(property)
        if !element.flag("NSAscending", default: true) { descending.append(property) }
        if element.number("NSFetchIndexElementType") == 1 { isSpatial = true }
      }
      if !properties.isEmpty {
        let found = try optionalText("NSIndexName", in: index, of: owner)
        indexes.append(
          DeclaredModel.Index(
            kind: isSpatial ? .rtree : .binary, properties: properties,
            name: found == DeclaredModel.Index.swiftDataName(of: properties) ? nil : found, descending: descending,
            condition: try index.object("NSPartialIndexPredicate") == nil ? nil : DeclaredModel.unknownDefault))
      }
    }
    return indexes
  }

  /// https://developer.apple.com/documentation/coredata/nsattributetype
  private static let types: [Int: DeclaredModel.AttributeType] = [
    100: .integer16, 200: .integer32, 300: .integer64, 400: .decimal, 500: .double, 600: .float, 700: .string,
    800: .boolean, 900: .date, 1000: .binary, 1100: .uuid, 1200: .uri, 1800: .transformable, 2100: .composite,
  ]

  private mutating func attribute(
    _ object: KeyedArchive.Object, _ name: String, _ path: String, depth: Int
  ) throws(ModelCacheError) -> DeclaredModel.Attribute {
    guard let number = object.number("NSAttributeType") else { throw .missing(key: "NSAttributeType", of: path) }
    guard let type = Self.types[number] else {
      throw .unknownValue(key: "NSAttributeType", of: path, value: number)
    }
    let isDerived = try object.className() == "NSDerivedAttributeDescription"
    let transformer = try optionalText("NSValueTransformerName", in: object, of: path)
    let components = type == .composite ? try components(of: object, path, depth: depth) : []
    let scalar = Self.rawType(of: name, components)
    let isMarked = type == .composite ? try isEnumeration(object) : false
    return DeclaredModel.Attribute(
      name: name, originalName: try optionalText("NSRenamingIdentifier", in: object, of: path),
      type: scalar ?? (isMarked ? .enumeration : type),
      valueType: scalar == nil ? nil : DeclaredModel.unknownEnumeration, isOptional: object.flag("NSIsOptional"),
      defaultText: try object.object("NSDefaultValue") == nil ? nil : DeclaredModel.unknownDefault,
      options: (transformer.map { ["transformable(by: \($0))"] } ?? []) + Self.options(object),
      hashModifier: try optionalText("NSVersionHashModifier", in: object, of: path),
      components: scalar == nil ? components : [], derivation: isDerived ? DeclaredModel.unknownDefault : nil)
  }

  private func transientAttribute(
    _ object: KeyedArchive.Object, _ name: String, _ path: String
  ) throws(ModelCacheError) -> DeclaredModel.TransientAttribute {
    let number = object.number("NSAttributeType") ?? 0
    guard number == 0 || Self.types[number] != nil else {
      throw .unknownValue(key: "NSAttributeType", of: path, value: number)
    }
    return DeclaredModel.TransientAttribute(
      name: name, type: Self.types[number], isOptional: object.flag("NSIsOptional"),
      hashModifier: try optionalText("NSVersionHashModifier", in: object, of: path))
  }

  /// The options in the attribute's flags.
  ///
  /// > NSFlagsKey = 4 (four attributes that are declared with `.externalStorage`; 0 for all others)
  /// > NSFlagsKey = 16 (the attribute of CoreDataPlus that its model declares with `preserveAfterDeletion="YES"`)
  private static func options(_ object: KeyedArchive.Object) -> [String] {
    let flags = object.number("NSFlagsKey") ?? 0
    return (flags & 4 == 0 ? [] : ["externalStorage"]) + (flags & 16 == 0 ? [] : ["preserveValueOnDeletion"])
  }

  private mutating func components(
    of object: KeyedArchive.Object, _ path: String, depth: Int
  ) throws(ModelCacheError) -> [DeclaredModel.Attribute] {
    guard depth < Self.maximumNesting else { throw .tooLarge(limit: Self.maximumNesting) }
    var components: [DeclaredModel.Attribute] = []
    for element in try object.object("NSCompositeElements")?.elements(&budget) ?? [] {
      let name = try requiredText("NSPropertyName", in: element, of: "a component of \(path)")
      components.append(try attribute(element, name, "\(path).\(name)", depth: depth + 1))
    }
    guard !components.isEmpty else { throw .missing(key: "NSCompositeElements", of: path) }
    return components
  }

  /// The type of the raw values of an enumeration, which is archived as a composite with one element of its own name;
  /// `nil` for any other attribute. A structure whose only part has the name of the attribute has the same column.
  private static func rawType(
    of name: String, _ components: [DeclaredModel.Attribute]
  ) -> DeclaredModel.AttributeType? {
    guard components.count == 1, components[0].name == name, !components[0].type.hasComponents else { return nil }
    return components[0].type
  }

  /// Whether a composite is marked as an enumeration. Some versions of SwiftData do not mark them.
  ///
  /// > NSUserInfo = { EnumType = true }
  private mutating func isEnumeration(_ object: KeyedArchive.Object) throws(ModelCacheError) -> Bool {
    guard let information = try object.object("NSUserInfo") else { return false }
    return try information.entry("EnumType", &budget)?.bool == true
  }

  /// https://developer.apple.com/documentation/coredata/nsdeleterule
  private static let rules: [DeclaredModel.Relationship.DeleteRule] = [.noAction, .nullify, .cascade, .deny]

  private func relationship(
    _ object: KeyedArchive.Object, _ name: String, _ path: String
  ) throws(ModelCacheError) -> DeclaredModel.Relationship {
    let rule = object.number("NSDeleteRule") ?? 0
    guard Self.rules.indices.contains(rule) else {
      throw .unknownValue(key: "NSDeleteRule", of: path, value: rule)
    }
    // > NSMaxCount 1 is to-one, 0 is to-many without a limit.
    let (least, most) = (object.number("NSMinCount") ?? 0, object.number("NSMaxCount") ?? 0)
    return DeclaredModel.Relationship(
      name: name, originalName: try optionalText("NSRenamingIdentifier", in: object, of: path),
      destination: try requiredText("_NSDestinationEntityName", in: object, of: path), isToMany: most != 1,
      isOptional: object.flag("NSIsOptional"), deleteRule: Self.rules[rule],
      inverse: try optionalText("_NSInverseRelationshipName", in: object, of: path),
      minimumCount: least > 0 ? least : nil, maximumCount: most > 1 ? most : nil,
      hashModifier: try optionalText("NSVersionHashModifier", in: object, of: path),
      isOrdered: object.flag("NSIsOrdered"))
  }

  private func requiredText(
    _ key: String, in object: KeyedArchive.Object, of owner: String
  ) throws(ModelCacheError) -> String {
    guard let text = try optionalText(key, in: object, of: owner) else { throw .missing(key: key, of: owner) }
    return text
  }

  private func optionalText(
    _ key: String, in object: KeyedArchive.Object, of owner: String
  ) throws(ModelCacheError) -> String? {
    guard let value = try object.object(key) else { return nil }
    return try text(value, key, of: owner)
  }

  private func text(_ object: KeyedArchive.Object, _ key: String, of owner: String) throws(ModelCacheError) -> String {
    guard let text = object.string, text.utf8.count <= Self.longest else { throw .missing(key: key, of: owner) }
    return text
  }
}

extension DeclaredModel {
  /// The default text of an attribute that has a default with an unknown value.
  public static let unknownDefault = "…"
  /// The value type of an enumeration whose name is unknown.
  public static let unknownEnumeration = "enumeration"

  /// The maximum size of a store's model in bytes. Apple's largest models have a few hundred thousand.
  static let managedObjectModelLimit = 8 << 20

  /// Reads the content of `Z_MODELCACHE.Z_CONTENT`: an archive of the managed object model, compressed with DEFLATE.
  ///
  /// It does not contain default texts and Swift types. The version is empty for a model without an identifier. Because
  /// the bytes are untrusted, memory and time are limited.
  ///
  /// - Throws: ``ModelCacheError``.
  public init(managedObjectModel bytes: [UInt8]) throws(ModelCacheError) {
    self = try ManagedObjectModel.read(Self.decompressed(bytes, limit: Self.managedObjectModelLimit))
  }

  /// - Parameter limit: the maximum size of the result in bytes.
  static func decompressed(_ bytes: [UInt8], limit: Int) throws(ModelCacheError) -> [UInt8] {
    do {
      guard let content = try Inflation.inflate(bytes, .raw, limit: limit) else {
        throw ModelCacheError.tooLarge(limit: limit)
      }
      return content
    } catch let error as ModelCacheError {
      throw error
    } catch Inflation.Failure.outOfMemory {
      throw .outOfMemory
    } catch {
      throw .damagedCompression
    }
  }
}
