public import EntityModel
internal import Markup

/// A version of a Core Data model, as Xcode's editor stores it in the file `contents` of an `.xcdatamodel` folder.
///
/// Apple does not document the format. `Docs/CoreDataModels.md` lists what is read, and the models that show it.
public struct CoreDataModel: Sendable, Hashable {
  /// A configuration: a part of the entities, for which a store can be made.
  ///
  /// https://developer.apple.com/documentation/coredata/nsmanagedobjectmodel/configurations
  public struct Configuration: Sendable, Hashable {
    /// The name.
    public let name: String
    /// The names of its entities, sorted.
    public let members: [String]
    /// Whether it is marked as used with CloudKit.
    public let isUsedWithCloudKit: Bool
    /// The place of its declaration.
    public let location: Location
  }

  /// A declaration of the model.
  public struct Declaration: Sendable, Hashable {
    /// The name of the entity.
    public let entity: String
    /// The name of the property that the entity declares; `nil` for the entity itself.
    public let property: String?

    /// Creates a value from its parts.
    public init(entity: String, property: String? = nil) {
      self.entity = entity
      self.property = property
    }
  }

  /// The entities. The version is the identifier that stores contain as `NSStoreModelVersionIdentifiers`; it is empty
  /// unless somebody entered one.
  public let declaredModel: DeclaredModel
  /// The configurations beside the default one, which has all entities; sorted by name.
  public let configurations: [Configuration]
  /// Whether the model is marked as used with CloudKit.
  ///
  /// https://developer.apple.com/documentation/coredata/setting-up-core-data-with-cloudkit
  public let isUsedWithCloudKit: Bool
  /// The places of entities and properties.
  public let locations: [Declaration: Location]

  /// Reads the content of the file `contents`.
  ///
  /// - Parameters:
  ///   - bytes: the content. Because it is untrusted, memory and time are limited.
  ///   - path: the path of the file, for locations.
  /// - Throws: ``CoreDataModelError``, with all problems of the file.
  public init(parsing bytes: [UInt8], path: String) throws(CoreDataModelError) {
    do {
      let root = try MarkupReader.read(bytes)
      self = try ModelReading(path: path).model(root)
    } catch let error as MarkupError {
      throw CoreDataModelError([error.problem(path: path)])
    } catch let error as CoreDataModelError {
      throw error
    } catch {
      throw CoreDataModelError([ModelProblem(.notModel(root: ""), at: Location(path: path, line: 1))])
    }
  }

  init(
    _ model: DeclaredModel, _ configurations: [Configuration], isUsedWithCloudKit: Bool,
    _ locations: [Declaration: Location]
  ) {
    declaredModel = model
    self.isUsedWithCloudKit = isUsedWithCloudKit
    self.configurations = configurations.sorted { $0.name < $1.name }
    self.locations = locations
  }
}

extension CoreDataModel {
  /// The model of the stores of one configuration.
  ///
  /// - Throws: ``CoreDataModelError`` if an entity refers to one that is not a member: no store has shown whether Core
  ///   Data then makes one.
  public func declaredModel(of configuration: Configuration) throws(CoreDataModelError) -> DeclaredModel {
    let members = Set(configuration.members)
    let entities = declaredModel.entities.filter { members.contains($0.name) }
    let problems = entities.flatMap { entity in
      ([entity.superentity].compactMap { $0 } + entity.relationships.map(\.destination))
        .filter { !members.contains($0) }
        .map {
          ModelProblem(
            .splitConfiguration(configuration.name, entity: entity.name, needs: $0), at: configuration.location)
        }
    }
    guard problems.isEmpty else { throw CoreDataModelError(problems) }
    return DeclaredModel(version: declaredModel.version, entities: entities)
  }
}
