public import Foundation
public import SchemaModel

/// Gives a test functions that create stores and migrate them.
///
/// There is nothing to implement, and no class to inherit from: a class of XCTest conforms in the same way as a suite of
/// Swift Testing, which may be a structure.
///
///     final class PostsMigrationTests: XCTestCase, MigrationTestCase {
///       func testBodyBecomesContent() async throws {
///         let store = try fixture(schema: SchemaV2.self) { context in
///           context.insert(PostV2(id: "7", title: "Winter", body: "Snow", createdAt: .now))
///         }
///         let container = try await migrate(store: store, to: SchemaV3.self, plan: MyPlan.plan)
///         let posts = try ModelContext(container).fetch(FetchDescriptor<PostV3>())
///         XCTAssertEqual(posts.map(\.content), ["Snow"])
///       }
///     }
///
/// All functions report a failure by throwing an error.
///
/// Each store is alone in a new folder below the system's temporary folder. The folders are removed when the test process
/// ends. If it crashes they stay, so that their stores can be inspected.
public protocol MigrationTestCase {}

extension MigrationTestCase {
  /// Creates a store of a version. It is closed before the function returns.
  ///
  /// - Parameters:
  ///   - schema: the version.
  ///   - populate: inserts objects, which are saved afterwards.
  /// - Returns: the file of the store.
  /// - Throws: errors of `populate`; `SwiftDataError` if the objects cannot be saved.
  public func fixture(
    schema: any VersionedSchema.Type, populate: (ModelContext) throws -> Void = { _ in }
  ) throws -> URL {
    let store = try TemporaryStores.newStore()
    try fill(store, Schema(versionedSchema: schema), populate)
    return store
  }

  /// Creates a store with many objects, of which few are in memory at once. It is closed before the function returns.
  ///
  ///     let store = try seed(schema: SchemaV3.self, count: 10_000) { index, context in
  ///       PostV3(id: "\(index)", title: "Number \(index)", content: "Text", createdAt: .now)
  ///     }
  ///
  /// - Parameters:
  ///   - schema: the version.
  ///   - count: the number of calls of `each`.
  ///   - batchSize: the number of objects that are saved together.
  ///   - each: creates the object with an index, from 0. The function inserts it. `each` may insert other objects as well.
  /// - Returns: the file of the store.
  /// - Throws: errors of `each`; `SwiftDataError` if the objects cannot be saved.
  public func seed<Model: PersistentModel>(
    schema: any VersionedSchema.Type, count: Int, batchSize: Int = 500,
    each: (Int, ModelContext) throws -> Model
  ) throws -> URL {
    try fixture(schema: schema) { context in
      var batch: [Model] = []
      for index in 0..<max(0, count) {
        let model = try each(index, context)
        context.insert(model)
        batch.append(model)
        guard batch.count >= max(1, batchSize) else { continue }
        try context.saveAndRelease(batch)
        batch = []
      }
    }
  }

  /// Opens a store, calls a function with a context, and closes the store again.
  func fill(_ store: URL, _ schema: Schema, _ populate: (ModelContext) throws -> Void) throws {
    let container = try ModelContainer(for: schema, configurations: ModelConfiguration(url: store))
    let context = ModelContext(container)
    try populate(context)
    try context.save()
  }
}
