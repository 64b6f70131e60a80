import Foundation
import SchemaMigration
import SchemaModel

/// The first version with two required attributes that only a program can fill.
enum Filled: VersionedSchema {
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
    var publishedAt: Date
    var slug: String
    init() { fatalError("only what is there is migrated") }
  }
}

/// The first version with another name for an attribute, which no `originalName` declares.
enum Retitled: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static let models: [any PersistentModel.Type] = [User.self]

  @Model final class User {
    #Index<User>([\.city])
    @Attribute(.unique) var email: String
    var title: String
    var age: Int
    var score: Double
    var createdAt: Date
    var city: String
    init() { fatalError("only what is there is migrated") }
  }
}

/// Declarative plans.
enum BenchPlans {
  static let filled = MigrationPlan(schemas: [First.self, Filled.self]) {
    Stage(from: First.self, to: Filled.self) {
      Backfill(\Filled.User.publishedAt) { $0.createdAt }
      Backfill(\Filled.User.slug) { slug(of: $0.name) + "-" + $0.email }
      Assert.unique(\Filled.User.slug)
    }
  }

  static let retitled = MigrationPlan(schemas: [First.self, Retitled.self]) {
    Stage(from: First.self, to: Retitled.self) { Rename(\First.User.name, to: \Retitled.User.title) }
  }

  static func slug(of name: String) -> String { name.lowercased().replacing(" ", with: "-") }

  static func migrate(_ url: URL, to version: any VersionedSchema.Type, _ plan: MigrationPlan) throws {
    _ = try ModelContainer(
      for: Schema(versionedSchema: version), plan: plan, configurations: ModelConfiguration(url: url))
  }
}
