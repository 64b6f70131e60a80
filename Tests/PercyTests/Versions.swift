import Foundation
import Percy
import SchemaModel

/// People in groups, and a group in people.
enum PeopleV1: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
  static var models: [any PersistentModel.Type] { [Person.self, Group.self] }

  @Model final class Person {
    var name: String
    var birthday: Date?
    @Relationship var groups: [Group]?

    init(name: String, birthday: Date? = nil) {
      self.name = name
      self.birthday = birthday
    }
  }

  @Model final class Group {
    var name: String
    @Relationship(inverse: \Person.groups) var people: [Person]?

    init(name: String) { self.name = name }
  }
}

/// A person may have a partner.
enum PeopleV2: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
  static var models: [any PersistentModel.Type] { [Person.self, Group.self] }

  @Model final class Person {
    var name: String
    var birthday: Date?
    @Relationship var partner: Person?
    @Relationship var groups: [Group]?

    init(name: String, birthday: Date? = nil) {
      self.name = name
      self.birthday = birthday
    }
  }

  @Model final class Group {
    var name: String
    @Relationship(inverse: \Person.groups) var people: [Person]?

    init(name: String) { self.name = name }
  }
}

/// A group has a place.
enum PeopleV3: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(3, 0, 0) }
  static var models: [any PersistentModel.Type] { [Person.self, Group.self] }

  @Model final class Person {
    var name: String
    var birthday: Date?
    @Relationship var partner: Person?
    @Relationship var groups: [Group]?

    init(name: String, birthday: Date? = nil) {
      self.name = name
      self.birthday = birthday
    }
  }

  @Model final class Group {
    var name: String
    var place: String?
    @Relationship(inverse: \Person.groups) var people: [Person]?

    init(name: String) { self.name = name }
  }
}

enum ForwardPlan: ForwardMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [PeopleV1.self, PeopleV2.self, PeopleV3.self] }
  static var stages: [MigrationStage] { [migrateV1toV2, migrateV2toV3] }
  static var migrateV1toV2: MigrationStage { .lightweight(fromVersion: PeopleV1.self, toVersion: PeopleV2.self) }
  static var migrateV2toV3: MigrationStage { .lightweight(fromVersion: PeopleV2.self, toVersion: PeopleV3.self) }
}

enum BackwardPlan: BackwardMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [PeopleV1.self, PeopleV2.self, PeopleV3.self] }
  static var stages: [MigrationStage] { [rollbackV3toV2, rollbackV2toV1] }
  static var rollbackV3toV2: MigrationStage {
    .custom(fromVersion: PeopleV3.self, toVersion: PeopleV2.self, willMigrate: nil, didMigrate: nil)
  }
  static var rollbackV2toV1: MigrationStage {
    .custom(fromVersion: PeopleV2.self, toVersion: PeopleV1.self, willMigrate: nil, didMigrate: nil)
  }
}

/// A configuration of the tests. They differ in version and plan.
protocol LocalConfiguration: PercyConfiguration {}

extension LocalConfiguration {
  static var identifier: String { "com.example.people" }
  static var iCloudContainer: String? { nil }
  static var name: String { "people" }
}

enum Local {
  struct V1: LocalConfiguration {
    static var versionedSchema: any VersionedSchema.Type { PeopleV1.self }
    static var migrationPlan: any PercyMigrationPlan.Type { ForwardPlan.self }
  }
  struct V2: LocalConfiguration {
    static var versionedSchema: any VersionedSchema.Type { PeopleV2.self }
    static var migrationPlan: any PercyMigrationPlan.Type { ForwardPlan.self }
  }
  struct V3: LocalConfiguration {
    static var versionedSchema: any VersionedSchema.Type { PeopleV3.self }
    static var migrationPlan: any PercyMigrationPlan.Type { ForwardPlan.self }
  }
  struct BackToV1: LocalConfiguration {
    static var versionedSchema: any VersionedSchema.Type { PeopleV1.self }
    static var migrationPlan: any PercyMigrationPlan.Type { BackwardPlan.self }
  }
  struct BackToV2: LocalConfiguration {
    static var versionedSchema: any VersionedSchema.Type { PeopleV2.self }
    static var migrationPlan: any PercyMigrationPlan.Type { BackwardPlan.self }
  }
}
