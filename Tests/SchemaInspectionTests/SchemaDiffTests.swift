import Foundation
import SchemaInspection
import SchemaMigration
import SchemaModel
import Testing

@Suite("Schema diff")
struct SchemaDiffTests {
  @Test("the changes of Strata's sample are printed as there")
  func sample() {
    let diff = SchemaDiff.diff(from: SchemaV2.self, to: SchemaV3.self)
    #expect((diff.from, diff.to) == ("SchemaV2", "SchemaV3"))
    #expect(
      MigrationReport.render(diff) == """
        Schema diff: SchemaV2 → SchemaV3
        ──────────────────────────────────────────────────
          + model Author
          + Post.content: String
          - Post.body
          + Post.author (relationship)
          - Post.authorName
        """)
  }

  @Test("an optional attribute has a question mark")
  func optionalAttribute() {
    let diff = SchemaDiff.diff(from: SchemaV1.self, to: SchemaV2.self)
    #expect(diff.changes == [.attributeAdded(model: "Post", name: "authorName", type: "String?")])
  }

  @Test("a version does not differ from itself")
  func same() {
    let diff = SchemaDiff.diff(from: SchemaV2.self, to: SchemaV2.self)
    #expect(diff.isEmpty)
    let text = "Schema diff: SchemaV2 → SchemaV2\n" + String(repeating: "─", count: 50) + "\n(no changes)"
    #expect(MigrationReport.render(diff) == text)
  }

  @Test("every kind of change has a line, in the order of the classes")
  func allKinds() {
    let diff = SchemaDiff.diff(from: ShelfV1.self, to: ShelfV2.self)
    #expect(
      MigrationReport.render(diff) == """
        Schema diff: ShelfV1 → ShelfV2
        ──────────────────────────────────────────────────
          - model Lamp
          + model Reader
          ~ Book: (title, shelf) is now unique
          ~ Book.title: ? → !
          ~ Book.isbn: unique=true → unique=false
          + Book.place.depth: Int?
          - Book.place.column
          ~ Book.cover: is now externalStorage
          + Book.owner (relationship)
          - Book.owner
          + Book.code: String?
          ~ Book.code: unique=false → unique=true
          ~ Shelf: is now indexed by (name)
          ~ Shelf.books: the delete rule was nullify, is cascade
          ~ Shelf.label → Shelf.caption
          ~ Shelf.width: Int → Double
        """)
  }

  @Test("the way back has the opposite changes")
  func wayBack() {
    let diff = SchemaDiff.diff(from: ShelfV2.self, to: ShelfV1.self)
    #expect(diff.changes.contains(.modelAdded(name: "Lamp")))
    #expect(diff.changes.contains(.modelRemoved(name: "Reader")))
    #expect(
      diff.changes.contains(
        .attributeNullabilityChanged(model: "Book", name: "title", wasOptional: false, isOptional: true)))
    #expect(diff.changes.contains(.attributeRemoved(model: "Book", name: "code")))
    // The constraint of a removed attribute goes with it.
    #expect(
      !diff.changes.contains(
        .attributeUniquenessChanged(model: "Book", name: "code", wasUnique: true, isUnique: false)))
    // Only the newer version declares the old name, and both have it as their canonical name.
    #expect(diff.changes.contains(.attributeRenamed(model: "Shelf", from: "caption", to: "label")))
  }

  @Test("a schema that was read from a file is compared like declared models")
  func schemaFile() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("model-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: url) }
    try Schema(versionedSchema: SchemaV2.self).save(to: url)
    let diff = SchemaDiff.diff(from: try Schema.load(from: url), to: Schema(versionedSchema: SchemaV3.self))
    #expect((diff.from, diff.to) == ("2.0.0", "3.0.0"))
    #expect(Set(diff.changes) == Set(SchemaDiff.diff(from: SchemaV2.self, to: SchemaV3.self).changes))
  }
}

@Suite("Report of a plan")
struct PlanReportTests {
  private enum Declared: DeclarativeMigrationPlan {
    static let plan = MigrationPlan(schemas: [SchemaV1.self, SchemaV2.self, SchemaV3.self]) {
      Stage(from: SchemaV1.self, to: SchemaV2.self)
      Stage(from: SchemaV2.self, to: SchemaV3.self) {
        Assert.count(of: SchemaV3.Post.self) { $0 > 0 }
        Rename(\SchemaV2.Post.body, to: \SchemaV3.Post.content)
      }
    }
  }

  private enum Written: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self, SchemaV3.self] }
    static var stages: [MigrationStage] {
      [
        .lightweight(fromVersion: SchemaV1.self, toVersion: SchemaV2.self),
        .custom(fromVersion: SchemaV2.self, toVersion: SchemaV3.self, willMigrate: nil, didMigrate: nil),
      ]
    }
  }

  @Test("operations are listed in the order in which they run")
  func operations() {
    let text = """
      Migration plan: 2 stage(s), 3 schema(s)
      ──────────────────────────────────────────────────
        SchemaV1 → SchemaV2 (lightweight)
        SchemaV2 → SchemaV3 (custom)
          Rename Post.body → Post.content
          Assert count(Post) satisfies predicate
      """
    #expect(MigrationReport.render(Declared.plan) == text)
    #expect(MigrationReport.render(Declared.self) == text)
  }

  @Test("a plan that cannot be used says why")
  func invalid() {
    let plan = MigrationPlan(schemas: [SchemaV1.self]) {}
    #expect(MigrationReport.render(plan).hasSuffix("  ! Plan has no stages."))
  }

  @Test("a plan of functions has its stages")
  func functions() {
    #expect(
      MigrationReport.render(Written.self) == """
        Migration plan: 2 stage(s), 3 schema(s)
        ──────────────────────────────────────────────────
          SchemaV1 → SchemaV2 (lightweight)
          SchemaV2 → SchemaV3 (custom)
        """)
  }
}
