import Foundation
import SchemaModel

/// The first version, which each of the others follows by one stage.
enum First: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static let models: [any PersistentModel.Type] = [User.self]

  @Model final class User {
    #Index<User>([\.city])
    @Attribute(.unique) var email: String
    var name: String
    var age: Int
    var score: Double
    var createdAt: Date
    var city: String
    init(number: Int) {
      email = "user\(number)@example.org"
      name = "Name number \(number)"
      age = number % 90
      score = Double(number) * 1.5
      createdAt = Date(timeIntervalSinceReferenceDate: Double(number) * 1000.25)
      city = "City \(number / 10)"
    }
  }
}

/// The first version with an additional attribute.
enum Added: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static let models: [any PersistentModel.Type] = [User.self]

  @Model final class User {
    #Index<User>([\.city])
    @Attribute(.unique) var email: String
    var name: String
    var age: Int
    var score: Double
    var createdAt: Date
    var city: String
    var level: Int = 7
    init() { fatalError("only what is there is migrated") }
  }
}

/// The first version with a renamed attribute.
enum Renamed: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static let models: [any PersistentModel.Type] = [User.self]

  @Model final class User {
    #Index<User>([\.city])
    @Attribute(.unique) var email: String
    @Attribute(originalName: "name") var title: String
    var age: Int
    var score: Double
    var createdAt: Date
    var city: String
    init() { fatalError("only what is there is migrated") }
  }
}

/// The first version without one of its attributes.
enum Dropped: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static let models: [any PersistentModel.Type] = [User.self]

  @Model final class User {
    #Index<User>([\.city])
    @Attribute(.unique) var email: String
    var name: String
    var score: Double
    var createdAt: Date
    var city: String
    init() { fatalError("only what is there is migrated") }
  }
}

enum AddedPlan: SchemaMigrationPlan {
  static let schemas: [any VersionedSchema.Type] = [First.self, Added.self]
  static let stages: [MigrationStage] = [.lightweight(fromVersion: First.self, toVersion: Added.self)]
}

enum RenamedPlan: SchemaMigrationPlan {
  static let schemas: [any VersionedSchema.Type] = [First.self, Renamed.self]
  static let stages: [MigrationStage] = [.lightweight(fromVersion: First.self, toVersion: Renamed.self)]
}

enum DroppedPlan: SchemaMigrationPlan {
  static let schemas: [any VersionedSchema.Type] = [First.self, Dropped.self]
  static let stages: [MigrationStage] = [.lightweight(fromVersion: First.self, toVersion: Dropped.self)]
}

/// A custom stage that changes every object.
enum RewrittenPlan: SchemaMigrationPlan {
  static let schemas: [any VersionedSchema.Type] = [First.self, Added.self]
  static let stages: [MigrationStage] = [
    .custom(fromVersion: First.self, toVersion: Added.self, willMigrate: nil) { context in
      for user in try context.fetch(FetchDescriptor<Added.User>()) { user.name += "!" }
      try context.save()
    }
  ]
}
