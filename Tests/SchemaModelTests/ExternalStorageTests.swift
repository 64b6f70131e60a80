import EntityTestSupport
import Foundation
import GRDB
import SchemaModel
import Testing

@Suite("External storage")
final class ExternalStorageTests {
  typealias Photo = AlbumV2.Photo

  private let folder: URL
  private var url: URL { folder.appendingPathComponent("Album.store") }
  private var files: URL { folder.appendingPathComponent(".Album_SUPPORT/_EXTERNAL_DATA") }
  private let small = Data([1, 2, 3])
  private let large = Data((0..<131_072).map { UInt8(truncatingIfNeeded: $0 / 7) })

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("external-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func open(
    _ version: any VersionedSchema.Type = AlbumV2.self, _ plan: (any SchemaMigrationPlan.Type)? = nil,
    allowsSave: Bool = true
  ) throws -> ModelContainer {
    try ModelContainer(
      for: Schema(versionedSchema: version), migrationPlan: plan,
      configurations: ModelConfiguration(url: url, allowsSave: allowsSave))
  }

  private func fileNames() -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: files.path)) ?? []).sorted()
  }

  private func columns(_ column: String = "ZIMAGE") throws -> [Data?] {
    try DatabaseQueue(path: url.path).read { database in
      try Optional<Data>.fetchAll(database, sql: "SELECT \(column) FROM ZPHOTO ORDER BY Z_PK")
    }
  }

  private func photos(_ context: ModelContext) throws -> [Photo] {
    try context.fetch(FetchDescriptor<Photo>(sortBy: [SortDescriptor(\.title)]))
  }

  private func reason(_ body: () throws -> Void) -> StoreError? {
    do {
      try body()
      return nil
    } catch {
      return (error as? SwiftDataError)?.underlyingError as? StoreError ?? error as? StoreError
    }
  }

  private func fill() throws {
    let context = ModelContext(try open())
    context.insert(Photo(title: "a", image: small))
    try context.save()
    context.insert(Photo(title: "b", image: large))
    try context.save()
    context.insert(Photo(title: "c", image: nil))
    try context.save()
  }

  @Test("a small value is in the column after the byte 1, and a large one in a file that the column names")
  func forms() throws {
    try fill()
    let columns = try columns()
    let names = fileNames()
    #expect(names.count == 1)
    let expected: [Data?] = [Data([1]) + small, Data([2] + Array(names[0].utf8) + [0]), nil]
    #expect(columns == expected)
    #expect(UUID(uuidString: names[0])?.uuidString == names[0])
    #expect(try Data(contentsOf: files.appendingPathComponent(names[0])) == large)
    #expect(try self.columns("ZTHUMBNAIL") == Array(repeating: Data([1, 7, 8]), count: 3))
    let photos = try photos(ModelContext(try open()))
    #expect(photos.map(\.image) == [small, large, nil])
    #expect(photos.map(\.thumbnail) == Array(repeating: Data([7, 8]), count: 3))
  }

  @Test("a value of another type than Data is in its column, as without the option")
  func otherTypes() throws {
    let context = ModelContext(try open())
    let photo = Photo(title: "a", image: nil)
    photo.tags = [String(repeating: "x", count: 200_000)]
    context.insert(photo)
    try context.save()
    #expect(fileNames() == [])
    #expect(try photos(ModelContext(try open())).map(\.tags[0].count) == [200_000])
  }

  @Test("a file is deleted after the save that replaces its value or deletes its object")
  func deletion() throws {
    try fill()
    let context = ModelContext(try open())
    let photos = try photos(context)
    let first = fileNames()
    photos[1].image = large + small
    #expect(fileNames() == first)
    try context.save()
    let second = fileNames()
    #expect(second.count == 1 && second != first)
    photos[1].title = "b2"
    try context.save()
    #expect(fileNames() == second)
    context.delete(photos[1])
    #expect(fileNames() == second)
    try context.save()
    #expect(fileNames() == [])
    // The file was mapped when the object was fetched.
    #expect(photos[1].image == large + small)
  }

  @Test("a save that fails leaves the files as they were")
  func failure() throws {
    try fill()
    let before = fileNames()
    let context = ModelContext(try open())
    let photos = try photos(context)
    photos[0].image = large
    photos[1].image = nil
    let other = ModelContext(try open())
    other.delete(try self.photos(other)[2])
    try other.save()
    photos[2].title = "gone"
    #expect(throws: StoreError.self) { try context.save() }
    #expect(fileNames() == before)
    #expect(try self.photos(ModelContext(try open())).map(\.image) == [small, large])
    context.rollback()
    #expect(photos[1].image == large)
  }

  @Test("deleting all data deletes all files")
  func deleteAll() throws {
    try fill()
    try open().deleteAllData()
    #expect(fileNames() == [])
  }

  @Test("a store in memory has no files")
  func memory() throws {
    let container = try ModelContainer(for: Photo.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    context.insert(Photo(title: "a", image: large))
    try context.save()
    #expect(try photos(ModelContext(container)).map(\.image) == [large])
  }

  @Test("predicates compare the values, not their columns")
  func predicates() throws {
    try fill()
    let context = ModelContext(try open())
    let (small, large) = (small, large)
    func titles(_ predicate: Predicate<Photo>) throws -> [String] {
      try context.fetch(FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.title)])).map(\.title)
    }
    #expect(try titles(#Predicate { $0.image == nil }) == ["c"])
    #expect(try titles(#Predicate { $0.image != nil }) == ["a", "b"])
    #expect(try titles(#Predicate { $0.image == small }) == ["a"])
    #expect(try titles(#Predicate { $0.image == large }) == ["b"])
    #expect(try context.fetchCount(FetchDescriptor<Photo>(predicate: #Predicate { $0.image == large })) == 1)
  }

  @Test("a missing file is an error that names it")
  func missingFile() throws {
    try fill()
    let file = files.appendingPathComponent(fileNames()[0])
    try FileManager.default.removeItem(at: file)
    let error = reason { _ = try photos(ModelContext(try open())) }
    #expect(error?.message == "Photo.image of row 2 cannot be read: its file does not exist: \(file.path)")
  }

  @Test(
    "a column of neither form is refused, and so is a name that leads out of the folder",
    arguments: [
      (Data([3, 1]), "begins with 3"), (Data(), "this one does not"),
      (Data([2] + "../../../../../../../../../etc/passw".utf8 + [0]), "begins with 2"),
      (Data([2] + "12345678-1234-1234-1234-123456789012".utf8), "begins with 2"),
    ] as [(Data, String)])
  func otherForms(column: Data, message: String) throws {
    try fill()
    try DatabaseQueue(path: url.path).write { database in
      try database.execute(sql: "UPDATE ZPHOTO SET ZIMAGE = ? WHERE Z_PK = 1", arguments: [column])
    }
    let error = reason { _ = try photos(ModelContext(try open())) }
    #expect(error?.message.hasPrefix("Photo.image of row 1 cannot be read: ") == true)
    #expect(error?.message.hasSuffix(message) == true)
  }

  @Test("a migration converts the values of an attribute that gets or loses the option")
  func migration() throws {
    let context = ModelContext(try open(AlbumV1.self))
    for (title, image) in [("a", small), ("b", large), ("c", nil)] {
      context.insert(AlbumV1.Photo(title: title, image: image))
      try context.save()
    }
    let second = try photos(ModelContext(try open(AlbumV2.self, AlbumPlan.self)))
    #expect(second.map(\.image) == [small, large, nil])
    #expect(second.map(\.thumbnail) == Array(repeating: Data([7, 8]), count: 3))
    #expect(try columns()[0] == Data([1]) + small)
    #expect(fileNames().count == 1)
    let third = ModelContext(try open(AlbumV3.self, AlbumPlan.self))
    let images = try third.fetch(FetchDescriptor<AlbumV3.Photo>(sortBy: [SortDescriptor(\.title)])).map(\.image)
    #expect(images == [small, large, Data([9])])
    #expect(try columns() == [small, large, Data([9])])
    #expect(fileNames() == [])
  }

  @Test("a migration over several versions converts the values, too")
  func longMigration() throws {
    let context = ModelContext(try open(AlbumV1.self))
    context.insert(AlbumV1.Photo(title: "a", image: large))
    try context.save()
    let third = ModelContext(try open(AlbumV3.self, AlbumPlan.self))
    #expect(try third.fetch(FetchDescriptor<AlbumV3.Photo>()).map(\.image) == [large])
    #expect(fileNames() == [])
  }

  @Test("a migration that fails leaves no files")
  func failedMigration() throws {
    let context = ModelContext(try open(AlbumV1.self))
    context.insert(AlbumV1.Photo(title: "a", image: large))
    try context.save()
    #expect(reason { _ = try open(AlbumV2.self, FailingAlbumPlan.self) } != nil)
    #expect(fileNames() == [])
    #expect(try columns() == [large])
  }

  @Test("files that a killed process has left are removed by the next container that may write, and no others")
  func leftFiles() throws {
    try fill()
    let own = fileNames()
    let support = folder.appendingPathComponent(".Album_SUPPORT")
    let mark = support.appendingPathComponent("unsettled-Album.store-1")
    #expect(try FileManager.default.contentsOfDirectory(atPath: support.path) == ["_EXTERNAL_DATA"])
    try large.write(to: files.appendingPathComponent("left"))
    // Without a mark, all processes have ended their transactions.
    _ = try open()
    #expect(fileNames() == (own + ["left"]).sorted())
    try Data().write(to: mark)
    _ = try open(allowsSave: false)
    #expect(fileNames() == (own + ["left"]).sorted())
    _ = try open()
    #expect(fileNames() == own)
    #expect(!FileManager.default.fileExists(atPath: mark.path))
    // Another store's files are in the same folder.
    let other = folder.appendingPathComponent("Album.sqlite")
    for file in [mark, files.appendingPathComponent("of the other"), other] { try Data().write(to: file) }
    _ = try open()
    #expect(fileNames() == (own + ["of the other"]).sorted())
    try FileManager.default.removeItem(at: other)
    _ = try open()
    #expect(fileNames() == own)
    #expect(try photos(ModelContext(open())).map(\.image) == [small, large, nil])
  }

  enum PictureV1: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Picture.self] }

    @Model final class Picture {
      @Attribute(.unique) var name: String
      @Attribute(.externalStorage) var image: Data
      init(name: String, image: Data) { (self.name, self.image) = (name, image) }
    }
  }

  enum PictureV2: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
    static var models: [any PersistentModel.Type] { [Picture.self] }

    @Model final class Picture {
      @Attribute(.unique) var name: String
      @Attribute(.externalStorage) var image: Data
      var width: Int?
      init(name: String, image: Data) { (self.name, self.image) = (name, image) }
    }
  }

  enum CarelessPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [PictureV1.self, PictureV2.self] }
    static var stages: [MigrationStage] {
      [
        .custom(fromVersion: PictureV1.self, toVersion: PictureV2.self, willMigrate: nil) { context in
          let pictures = try context.fetch(FetchDescriptor<PictureV2.Picture>(sortBy: [SortDescriptor(\.name)]))
          pictures[0].image = Data(repeating: 9, count: 200_000)
          pictures[0].name = pictures[1].name
          // Two pictures have one name.
          try? context.save()
          context.rollback()
        }
      ]
    }
  }

  @Test("a save that fails in a stage, and whose error the stage ignores, neither removes nor leaves a file")
  func failedSaveOfStage() throws {
    do {
      let context = ModelContext(try open(PictureV1.self))
      for name in ["a", "b"] { context.insert(PictureV1.Picture(name: name, image: large)) }
      try context.save()
    }
    let names = fileNames()
    #expect(names.count == 2)
    let context = ModelContext(try open(PictureV2.self, CarelessPlan.self))
    #expect(try context.fetch(FetchDescriptor<PictureV2.Picture>()).map(\.image) == [large, large])
    #expect(fileNames() == names)
  }

  @Test("a store that has the values elsewhere than the code declares is not read without a migration")
  func readOnly() throws {
    let context = ModelContext(try open(AlbumV3.self))
    context.insert(AlbumV3.Photo(title: "a", image: Data([1, 2])))
    try context.save()
    guard case .editedVersion? = reason({ _ = try open(ReadingAlbum.self, allowsSave: false) }) else {
      Issue.record("no such error")
      return
    }
  }

  enum ReadingAlbum: VersionedSchema {
    static var models: [any PersistentModel.Type] { [Photo.self] }
    static var versionIdentifier: Schema.Version { Schema.Version(3, 0, 0) }

    @Model final class Photo {
      var title: String
      @Attribute(.externalStorage) var image: Data
      init(title: String, image: Data) { (self.title, self.image) = (title, image) }
    }
  }

  @Model final class Stamp {
    @Attribute(.unique, .externalStorage) var image: Data
    init(image: Data) { self.image = image }
  }

  @Test("values in external storage cannot be unique")
  func unique() throws {
    guard
      case .invalidSchema(let reasons)? = reason({
        _ = try ModelContainer(for: Stamp.self, configurations: ModelConfiguration(url: url))
      })
    else {
      Issue.record("no such error")
      return
    }
    #expect(reasons == ["Stamp.image: values in external storage cannot be unique"])
  }
}
