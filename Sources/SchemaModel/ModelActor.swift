internal import Dispatch

/// An actor with a context of its own. `@ModelActor` makes an actor conform.
public protocol ModelActor: Actor {
  /// Where its objects are kept.
  nonisolated var modelContainer: ModelContainer { get }
  /// What runs it.
  nonisolated var modelExecutor: any ModelExecutor { get }
}

extension ModelActor {
  /// What runs it.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { modelExecutor.asUnownedSerialExecutor() }
  /// The context it works with.
  public var modelContext: ModelContext { modelExecutor.modelContext }
  /// The object with an identifier.
  public subscript<T: PersistentModel>(identifier: PersistentIdentifier, as type: T.Type) -> T? {
    modelContext.model(for: identifier) as? T
  }
}

/// Runs one thing after the other, with a context.
public protocol ModelExecutor: SerialExecutor {
  /// The context; it belongs to what this runs.
  var modelContext: ModelContext { get }
}

/// Runs one job after the other, on threads of the system's.
public final class DefaultSerialModelExecutor: ModelExecutor, @unchecked Sendable {
  /// The context.
  public let modelContext: ModelContext
  private let queue = DispatchQueue(label: "SchemaModel.ModelActor")

  /// An executor for a context that nobody else uses.
  public init(modelContext: ModelContext) { self.modelContext = modelContext }

  /// Runs a job after those before it.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedSerialExecutor()
    queue.async { job.runSynchronously(on: executor) }
  }

  /// The same, as the runtime wants it.
  public func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}
