import Foundation
import SchemaModel

/// An album whose pictures are in the column, then in external storage, then in the column again.
enum AlbumV1: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Photo.self] }
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }

  @Model final class Photo {
    var title: String
    var image: Data?
    init(title: String, image: Data?) {
      self.title = title
      self.image = image
    }
  }
}

enum AlbumV2: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Photo.self] }
  static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }

  @Model final class Photo {
    var title: String
    @Attribute(.externalStorage) var image: Data?
    @Attribute(.externalStorage) var thumbnail: Data = Data([7, 8])
    @Attribute(.externalStorage) var tags: [String] = []
    init(title: String, image: Data?) {
      self.title = title
      self.image = image
    }
  }
}

enum AlbumV3: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Photo.self] }
  static var versionIdentifier: Schema.Version { Schema.Version(3, 0, 0) }

  @Model final class Photo {
    var title: String
    var image: Data = Data([9])
    init(title: String, image: Data) {
      self.title = title
      self.image = image
    }
  }
}

enum AlbumPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [AlbumV1.self, AlbumV2.self, AlbumV3.self] }
  static var stages: [MigrationStage] { [] }
}

/// Its only stage changes a picture, and then fails.
enum FailingAlbumPlan: SchemaMigrationPlan {
  struct Failure: Error {}
  static var schemas: [any VersionedSchema.Type] { [AlbumV1.self, AlbumV2.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: AlbumV1.self, toVersion: AlbumV2.self, willMigrate: nil,
        didMigrate: { context in
          for photo in try context.fetch(FetchDescriptor<AlbumV2.Photo>()) {
            photo.thumbnail = Data(repeating: 3, count: 200_000)
          }
          try context.save()
          throw Failure()
        })
    ]
  }
}
