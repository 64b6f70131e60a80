import EntityModel
import Foundation
import SchemaModel
import SourceModels
import Testing

/// The models of these tests, read from their sources, are what the macros make of them.
@Suite("Models read from their sources")
struct SourceReadingTests {
  private struct Models: SourceTree {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Models")
    let files: [SourceFile]

    init() throws {
      files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        .map { SourceFile(path: $0, contentID: $0) }
    }

    func bytes(of file: SourceFile) throws -> [UInt8] {
      Array(try Data(contentsOf: folder.appendingPathComponent(file.path)))
    }
  }

  @Test func `a model read from its source equals the declared one`() throws {
    // No store of SwiftData shows an enumeration with associated values, which SchemaModel encodes.
    let scope = SourceScope(try Models(), types: ["Shape": .encoded])
    let declared: [([String], Schema)] = [
      (["Cabinet.Curio"], Schema([Cabinet.Curio.self])), (["Library.Book"], Schema([Library.Book.self])),
      (["Menagerie.Puppy"], Schema([Menagerie.Puppy.self])),
      (["Menagerie.Animal", "Menagerie.Dog"], Schema([Menagerie.Animal.self, Menagerie.Dog.self])),
    ]
    for (names, schema) in declared {
      let read = scope.schema(ofClasses: names)
      #expect(read.unresolved == [])
      #expect(ModelDifference(from: schema.declaredModel, to: read.model).changes.map(\.message) == [])
      #expect(read.model == schema.declaredModel)
    }
  }

  @Test func `a version read from its source equals the declared one`() throws {
    let scope = SourceScope(try Models())
    let versions: [any VersionedSchema.Type] = [
      AlbumV1.self, AlbumV2.self, AlbumV3.self, GymV1.self, GymV2.self, GymV3.self,
    ]
    for version in versions {
      let found = try #require(scope.versions.first { $0.name == String(describing: version) })
      let read = scope.schema(of: found)
      #expect(read.unresolved == [])
      #expect(read.model == Schema(versionedSchema: version).declaredModel)
    }
  }
}
