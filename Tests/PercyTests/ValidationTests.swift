import Foundation
import Percy
import SchemaModel
import Testing

@Suite("Percy's validation")
struct ValidationTests {
  private func error(_ configuration: (some PercyConfiguration).Type) async -> PercyError? {
    await #expect(throws: PercyError.self) {
      _ = try await Percy.Container(configuration: configuration)
    }
  }

  // MARK: Models

  enum Other: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Person.self] }
    @Model final class Person {
      var name: String
      init(name: String) { self.name = name }
    }
  }

  struct NotInPlan: LocalConfiguration {
    static var versionedSchema: any VersionedSchema.Type { Other.self }
    static var migrationPlan: any PercyMigrationPlan.Type { ForwardPlan.self }
  }

  @Test("the version of a configuration must be one of its plan's")
  func schemaNotInMigration() async {
    #expect(await error(NotInPlan.self) == .invalidSchema)
    #expect(NotInPlan.problems == ["Other is not one of the plan's schemas"])
  }

  enum OtherPlan: ForwardMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [Other.self] }
    static var stages: [MigrationStage] { [] }
  }

  struct Synchronised: PercyConfiguration {
    static var identifier: String { "com.example.people" }
    static var iCloudContainer: String? { "iCloud.com.example.people" }
    static var name: String { "people" }
    static var versionedSchema: any VersionedSchema.Type { Other.self }
    static var migrationPlan: any PercyMigrationPlan.Type { OtherPlan.self }
  }

  struct NotSynchronised: LocalConfiguration {
    static var versionedSchema: any VersionedSchema.Type { Other.self }
    static var migrationPlan: any PercyMigrationPlan.Type { OtherPlan.self }
  }

  @Test("a configuration with an iCloud container needs models that CloudKit supports, one without does not")
  func schemaNotValidForCloudKit() async throws {
    #expect(await error(Synchronised.self) == .invalidSchema)
    #expect(Synchronised.problems == ["Non-optional attributes must have default values: Person.name (Other 1.0.0)"])
    #expect(NotSynchronised.problems == [])
    try NotSynchronised.validate()
  }

  enum Forbidden: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Album.self, Song.self] }

    @Model final class Album {
      #Unique<Album>([\.title, \.year])
      @Attribute(.unique) var code: String = ""
      var title: String = ""
      var year: Int
      var label: String?
      @Relationship(deleteRule: .deny, inverse: \Song.album) var songs: [Song] = []
      init(year: Int) { self.year = year }
    }

    @Model final class Song {
      var album: Album?
      var coverOf: Song?
      var notes: Note?
      init() {}
    }

    @Model final class Note {
      var text: String = ""
      init() {}
    }
  }

  /// A later version that follows the rules.
  enum Allowed: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
    static var models: [any PersistentModel.Type] { [Album.self, Song.self] }

    @Model final class Album {
      var code: String = ""
      var year: Int?
      @Relationship(deleteRule: .cascade, inverse: \Song.album) var songs: [Song]? = []
      init() {}
    }

    @Model final class Song {
      var album: Album?
      init() {}
    }
  }

  enum AlbumPlan: ForwardMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [Forbidden.self, Allowed.self] }
    static var stages: [MigrationStage] { [.lightweight(fromVersion: Forbidden.self, toVersion: Allowed.self)] }
  }

  struct Albums: PercyConfiguration {
    static var identifier: String { "com.example.albums" }
    static var iCloudContainer: String? { "iCloud.com.example.albums" }
    static var name: String { "albums" }
    static var versionedSchema: any VersionedSchema.Type { Allowed.self }
    static var migrationPlan: any PercyMigrationPlan.Type { AlbumPlan.self }
  }

  @Test("each rule of CloudKit has a text, and every version of the plan is checked")
  func texts() async {
    #expect(await error(Albums.self) == .invalidSchema)
    #expect(
      Albums.problems == [
        "Unique constraints are not allowed for CloudKit sync: Album.code (Forbidden 1.0.0)",
        "Unique constraints are not allowed for CloudKit sync: Album.title, year (Forbidden 1.0.0)",
        "Non-optional attributes must have default values: Album.year (Forbidden 1.0.0)",
        "Relationships must be optional: Album.songs (Forbidden 1.0.0)",
        "Deny deletion rule is not allowed: Album.songs (Forbidden 1.0.0)",
        "All relationships must have inverse relationships: Song.notes (Forbidden 1.0.0)",
      ])
  }

  // MARK: Stages

  enum A: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [] }
  }
  enum B: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 9, 0) }
    static var models: [any PersistentModel.Type] { [] }
  }
  enum C: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 10, 0) }
    static var models: [any PersistentModel.Type] { [] }
  }

  enum Descending: ForwardMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [A.self, B.self, C.self] }
    static var stages: [MigrationStage] {
      [.lightweight(fromVersion: B.self, toVersion: C.self), .lightweight(fromVersion: A.self, toVersion: B.self)]
    }
  }
  enum Upwards: BackwardMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [A.self, B.self, C.self] }
    static var stages: [MigrationStage] {
      [
        .custom(fromVersion: A.self, toVersion: B.self, willMigrate: nil, didMigrate: nil),
        .lightweight(fromVersion: B.self, toVersion: C.self),
      ]
    }
  }
  enum Downwards: ForwardMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [A.self, B.self, C.self] }
    static var stages: [MigrationStage] {
      [.custom(fromVersion: B.self, toVersion: A.self, willMigrate: nil, didMigrate: nil)]
    }
  }
  enum Doubled: ForwardMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [A.self, B.self, C.self] }
    static var stages: [MigrationStage] {
      [.lightweight(fromVersion: A.self, toVersion: C.self), .lightweight(fromVersion: A.self, toVersion: C.self)]
    }
  }
  enum Gapped: ForwardMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [A.self, B.self] }
    static var stages: [MigrationStage] {
      [.lightweight(fromVersion: A.self, toVersion: B.self), .lightweight(fromVersion: C.self, toVersion: D.self)]
    }
    enum D: VersionedSchema {
      static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
      static var models: [any PersistentModel.Type] { [] }
    }
  }

  struct Plain: LocalConfiguration {
    static var versionedSchema: any VersionedSchema.Type { A.self }
    static var migrationPlan: any PercyMigrationPlan.Type { Descending.self }
  }

  @Test("each rule of stages has a reason")
  func stages() {
    #expect(
      Descending.stageProblems(Plain.self) == [
        "the stages are not listed in ascending order", "the stage A → B does not begin where the stage B → C ends",
      ])
    #expect(
      Upwards.stageProblems(Plain.self) == [
        "the stages are not listed in descending order", "the stage A → B does not lead to an older version",
        "the stage B → C does not lead to an older version",
        "the stage B → C is lightweight; a migration to an older version must be custom",
      ])
    #expect(Downwards.stageProblems(Plain.self) == ["the stage B → A does not lead to a newer version"])
    #expect(
      Doubled.stageProblems(Plain.self) == [
        "the stages A → C and A → C begin with the same version",
        "the stages A → C and A → C end with the same version",
      ])
    #expect(
      Gapped.stageProblems(Plain.self) == [
        "the stage C → D refers to C, which is not one of the plan's schemas",
        "the stage C → D refers to D, which is not one of the plan's schemas",
        "the stage C → D does not begin where the stage A → B ends",
      ])
    #expect(ForwardPlan.stageProblems(Plain.self) == [])
    #expect(BackwardPlan.stageProblems(Plain.self) == [])
  }

  @Test("a plan with wrong stages is rejected before its models are, and before a file is opened")
  func invalidPlan() async {
    #expect(await error(Plain.self) == .invalidMigrationPlan)
    #expect(ForwardPlan.direction == .forward)
    #expect(BackwardPlan.direction == .backward)
  }

  enum CustomPlan: ForwardMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [A.self, B.self] }
    static var stages: [MigrationStage] {
      [.custom(fromVersion: A.self, toVersion: B.self, willMigrate: nil, didMigrate: nil)]
    }
  }

  struct CustomCloud: PercyConfiguration {
    static var identifier: String { "com.example.custom" }
    static var iCloudContainer: String? { "iCloud.com.example.custom" }
    static var name: String { "custom" }
    static var versionedSchema: any VersionedSchema.Type { B.self }
    static var migrationPlan: any PercyMigrationPlan.Type { CustomPlan.self }
  }

  @Test("a custom stage is allowed only without an iCloud container")
  func customStages() async {
    #expect(CustomPlan.validateMigrationStages(Plain.self))
    #expect(await error(CustomCloud.self) == .invalidMigrationPlan)
    #expect(
      CustomCloud.problems == [
        "the stage A → B is custom; a store that CloudKit synchronises needs lightweight stages"
      ])
  }

  enum EmptyPlan: ForwardMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [A.self, B.self] }
    static var stages: [MigrationStage] { [] }
  }

  @Test("a plan without stages is valid")
  func noStages() { #expect(EmptyPlan.stageProblems(Plain.self) == []) }

  enum StrictPlan: ForwardMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [A.self, B.self] }
    static var stages: [MigrationStage] { [] }
    static func validateMigrationStages(_ configuration: any PercyConfiguration.Type) -> Bool { false }
  }

  struct Strict: LocalConfiguration {
    static var versionedSchema: any VersionedSchema.Type { A.self }
    static var migrationPlan: any PercyMigrationPlan.Type { StrictPlan.self }
  }

  @Test("a plan's own validation function is called, and named if it is the only objection")
  func ownFunction() async {
    #expect(await error(Strict.self) == .invalidMigrationPlan)
    #expect(Strict.problems == ["validateMigrationStages(_:) of StrictPlan returned false"])
  }

  @Test("stages are ordered by the numbers of the versions that they begin with")
  func order() {
    let stages = [
      MigrationStage.lightweight(fromVersion: C.self, toVersion: A.self),
      .custom(fromVersion: A.self, toVersion: C.self, willMigrate: nil, didMigrate: nil),
      .lightweight(fromVersion: B.self, toVersion: C.self),
    ]
    #expect(stages.sorted().map { "\($0.fromVersion)" } == ["A", "B", "C"])
    #expect(stages[0] != stages[2])
    #expect(stages[1] == MigrationStage.lightweight(fromVersion: A.self, toVersion: B.self))
  }

  @Test("every error has a message", arguments: PercyErrorTests.all)
  func messages(error: PercyError) { #expect(error.errorDescription?.isEmpty == false) }
}

enum PercyErrorTests {
  static let all: [PercyError] = [
    .setupFailed("a"), .backupFailed("a"), .restoreFailed("a"), .migrationFailed("a"), .invalidMigrationPlan,
    .invalidSchema, .cloudSyncFailed("a"), .notImplemented,
  ]
}
