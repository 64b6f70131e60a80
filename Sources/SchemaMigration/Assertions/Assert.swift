public import SchemaModel

/// Conditions that the objects of a new version must meet. A stage checks them after all other operations; if one is not
/// met, nothing is migrated.
public enum Assert {
  /// Every object has a value. SQLite checks a stored attribute.
  public static func noNulls<Model: PersistentModel, Value>(
    _ keyPath: KeyPath<Model, Value?>
  ) -> some MigrationOperation {
    NoNulls(keyPath)
  }

  /// Every object has a value. A property that is not optional lacks one if no operation has given it one.
  public static func noNulls<Model: PersistentModel, Value>(
    _ keyPath: KeyPath<Model, Value>
  ) -> some MigrationOperation {
    NoNulls(keyPath)
  }

  /// No two objects have the same value. Objects without a value (`nil`) do not count, as for `@Attribute(.unique)`.
  ///
  /// SQLite compares the values of a stored attribute, texts by their code points. Values of a computed property, or in
  /// external storage, are compared in Swift, and are then all in memory.
  public static func unique<Model: PersistentModel, Value: Hashable & Sendable>(
    _ keyPath: KeyPath<Model, Value>
  ) -> some MigrationOperation {
    Unique(keyPath)
  }

  /// The number of objects meets a condition.
  public static func count<Model: PersistentModel>(
    of model: Model.Type, satisfies condition: @escaping @Sendable (Int) -> Bool, message: String? = nil
  ) -> some MigrationOperation {
    Count<Model>(condition: condition, message: message)
  }

  /// A function of the program returns true.
  public static func custom(
    _ name: String, message: String? = nil, check: @escaping @Sendable (ModelContext) throws -> Bool
  ) -> some MigrationOperation {
    Custom(name: name, message: message, check: check)
  }
}

extension Assert {
  private struct NoNulls<Model: PersistentModel, Value>: MigrationOperation {
    // A key path of a model contains no references.
    nonisolated(unsafe) private let keyPath: KeyPath<Model, Value>

    init(_ keyPath: KeyPath<Model, Value>) { self.keyPath = keyPath }

    private var property: String { Schema.name(of: keyPath, in: Model.self) }
    var description: String { "Assert noNulls \(Model.self).\(property)" }
    var phase: MigrationPhase { .assertions }

    func didMigrate(_ context: ModelContext, stash: MigrationStash) throws {
      let count = try context.countOfObjects(without: keyPath, of: Model.self) ?? counted(context)
      guard count == 0 else {
        throw MigrationError.nullsAfterMigration(model: "\(Model.self)", property: property, count: count)
      }
    }

    private func counted(_ context: ModelContext) throws -> Int {
      var count = 0
      try context.forEachPage(of: Model.self, size: 500) { page in
        for model in page where isNil(model[keyPath: keyPath]) { count += 1 }
      }
      return count
    }

    func declaration(between models: StageModels) -> OperationDeclaration {
      OperationDeclaration(problems: models.problems(new: Model.self), deletedModels: [])
    }
  }

  private struct Unique<Model: PersistentModel, Value: Hashable & Sendable>: MigrationOperation {
    // A key path of a model contains no references.
    nonisolated(unsafe) private let keyPath: KeyPath<Model, Value>

    init(_ keyPath: KeyPath<Model, Value>) { self.keyPath = keyPath }

    private var property: String { Schema.name(of: keyPath, in: Model.self) }
    var description: String { "Assert unique \(Model.self).\(property)" }
    var phase: MigrationPhase { .assertions }

    func didMigrate(_ context: ModelContext, stash: MigrationStash) throws {
      let count = try context.countOfDuplicates(of: keyPath, of: Model.self) ?? counted(context)
      guard count == 0 else {
        throw MigrationError.duplicatesAfterMigration(
          model: "\(Model.self)", property: property, duplicateCount: count)
      }
    }

    private func counted(_ context: ModelContext) throws -> Int {
      var seen: Set<Value> = []
      var count = 0
      try context.forEachPage(of: Model.self, size: 500) { page in
        for model in page {
          let value = model[keyPath: keyPath]
          if !isNil(value), !seen.insert(value).inserted { count += 1 }
        }
      }
      return count
    }

    func declaration(between models: StageModels) -> OperationDeclaration {
      OperationDeclaration(problems: models.problems(new: Model.self), deletedModels: [])
    }
  }

  private struct Count<Model: PersistentModel>: MigrationOperation {
    let condition: @Sendable (Int) -> Bool
    let message: String?

    private var name: String { "Assert count(\(Model.self)) satisfies predicate" }
    var description: String { name }
    var phase: MigrationPhase { .assertions }

    func didMigrate(_ context: ModelContext, stash: MigrationStash) throws {
      let count = try context.fetchCount(FetchDescriptor<Model>())
      guard condition(count) else {
        throw MigrationError.customAssertionFailed(name: name, message: message ?? "count = \(count)")
      }
    }

    func declaration(between models: StageModels) -> OperationDeclaration {
      OperationDeclaration(problems: models.problems(new: Model.self), deletedModels: [])
    }
  }

  private struct Custom: MigrationOperation {
    let name: String
    let message: String?
    let check: @Sendable (ModelContext) throws -> Bool

    var description: String { "Assert \(name)" }
    var phase: MigrationPhase { .assertions }

    func declaration(between models: StageModels) -> OperationDeclaration {
      OperationDeclaration(problems: [], deletedModels: [])
    }

    func didMigrate(_ context: ModelContext, stash: MigrationStash) throws {
      guard try check(context) else { throw MigrationError.customAssertionFailed(name: name, message: message) }
    }
  }
}

/// Whether an optional value is `nil`.
private func isNil(_ value: Any) -> Bool {
  guard let optional = value as? any AnyOptional else { return false }
  return optional.isEmpty
}

private protocol AnyOptional {
  var isEmpty: Bool { get }
}

extension Optional: AnyOptional {
  fileprivate var isEmpty: Bool { self == nil }
}
