/// Reads an archived `NSManagedObjectModel`. The keys are known from stores that SwiftData created and from published
/// readers: https://github.com/cjwl/cocotron/tree/master/CoreData and https://github.com/ZeeQL/ZeeQL3.
///
/// Indexes and the components of composites are not read; their keys are [not measured].
struct ManagedObjectModel {
  /// The maximum number of list elements to read: a malicious archive can refer to one object any number of times.
  static let limit = 20_000
  /// The maximum depth of an inheritance chain.
  private static let maximumDepth = 64
  private var budget = limit
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
    let names = entities.mapValues { Set($0.attributes.map(\.name) + $0.relationships.map(\.name)) }
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
          uniquenessConstraints: entity.uniquenessConstraints.filter { $0.contains(where: isOwn) }))
    }
    return own
  }

  private mutating func entity(_ object: KeyedArchive.Object) throws(ModelCacheError) -> DeclaredModel.Entity {
    let name = try requiredText("NSEntityName", in: object, of: "an entity")
    var (attributes, relationships) = ([DeclaredModel.Attribute](), [DeclaredModel.Relationship]())
    var seen: Set<String> = []
    for property in try object.object("NSProperties")?.dictionaryValues(&budget) ?? [] {
      let propertyName = try requiredText("NSPropertyName", in: property, of: "a property of \(name)")
      guard seen.insert(propertyName).inserted else { throw .missing(key: "a name of its own", of: propertyName) }
      let path = "\(name).\(propertyName)"
      // Transient properties are not stored.
      guard !property.flag("NSIsTransient") else { continue }
      switch try property.className() {
      case "NSRelationshipDescription": relationships.append(try relationship(property, propertyName, path))
      case "NSFetchedPropertyDescription": continue
      default: attributes.append(try attribute(property, propertyName, path))
      }
    }
    return DeclaredModel.Entity(
      name: name, originalName: try optionalText("NSRenamingIdentifier", in: object, of: name),
      superentity: try superentity(of: object, name), attributes: attributes, relationships: relationships,
      uniquenessConstraints: try uniqueness(of: object, name))
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

  /// https://developer.apple.com/documentation/coredata/nsattributetype
  private static let types: [Int: DeclaredModel.AttributeType] = [
    100: .integer16, 200: .integer32, 300: .integer64, 400: .decimal, 500: .double, 600: .float, 700: .string,
    800: .boolean, 900: .date, 1000: .binary, 1100: .uuid, 1200: .uri, 1800: .transformable, 2100: .composite,
  ]

  private func attribute(
    _ object: KeyedArchive.Object, _ name: String, _ path: String
  ) throws(ModelCacheError) -> DeclaredModel.Attribute {
    guard let number = object.number("NSAttributeType") else { throw .missing(key: "NSAttributeType", of: path) }
    guard let type = Self.types[number] else {
      throw .unknownValue(key: "NSAttributeType", of: path, value: number)
    }
    let transformer = try optionalText("NSValueTransformerName", in: object, of: path)
    return DeclaredModel.Attribute(
      name: name, originalName: try optionalText("NSRenamingIdentifier", in: object, of: path), type: type,
      isOptional: object.flag("NSIsOptional"),
      defaultText: try object.object("NSDefaultValue") == nil ? nil : DeclaredModel.unknownDefault,
      options: transformer.map { ["transformable(by: \($0))"] } ?? [],
      hashModifier: try optionalText("NSVersionHashModifier", in: object, of: path))
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
      minimumCount: most != 1 && least > 0 ? least : nil, maximumCount: most > 1 ? most : nil,
      hashModifier: try optionalText("NSVersionHashModifier", in: object, of: path))
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

  /// The maximum size of a store's model in bytes. Apple's largest models have a few hundred thousand.
  static let managedObjectModelLimit = 8 << 20

  /// Reads the content of `Z_MODELCACHE.Z_CONTENT`: an archive of the managed object model, compressed with DEFLATE.
  ///
  /// It does not contain default texts, Swift types, indexes or the components of composites, or their keys are
  /// unknown. The version is empty for a model without an identifier. Because the bytes are untrusted, memory and time
  /// are limited.
  ///
  /// - Throws: ``ModelCacheError``.
  public init(managedObjectModel bytes: [UInt8]) throws(ModelCacheError) {
    self = try ManagedObjectModel.read(Inflater.inflate(bytes, limit: Self.managedObjectModelLimit))
  }
}
