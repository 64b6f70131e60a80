public import SchemaModel

/// The namespace of ``Container``. There are no instances.
public actor Percy {
  private init() {}

  /// Creates a container whose store is in memory, for tests.
  ///
  /// - Throws: `SwiftDataError`.
  public static func createTestContainer(for schema: Schema) throws -> ModelContainer {
    try ModelContainer(for: schema, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  }
}
