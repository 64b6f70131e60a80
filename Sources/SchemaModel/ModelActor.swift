internal import Dispatch

/// An actor with its own context. `@ModelActor` adds the conformance.
public protocol ModelActor: Actor {
  /// The container of its objects.
  nonisolated var modelContainer: ModelContainer { get }
  /// The executor that runs the actor's jobs.
  nonisolated var modelExecutor: any ModelExecutor { get }
}

extension ModelActor {
  /// The executor of the actor.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { modelExecutor.asUnownedSerialExecutor() }
  /// The context of the actor.
  public var modelContext: ModelContext { modelExecutor.modelContext }
  /// The object with an identifier; `nil` if it has another type.
  public subscript<T: PersistentModel>(identifier: PersistentIdentifier, as type: T.Type) -> T? {
    modelContext.model(for: identifier) as? T
  }
}

/// A serial executor with a context.
public protocol ModelExecutor: SerialExecutor {
  /// The context, which only the executor's jobs may use.
  var modelContext: ModelContext { get }
}

/// Runs jobs one after the other on a dispatch queue.
public final class DefaultSerialModelExecutor: ModelExecutor, @unchecked Sendable {
  /// The context of the executor.
  public let modelContext: ModelContext
  private let queue = DispatchQueue(label: "SchemaModel.ModelActor")

  /// Creates an executor for a context that nothing else uses.
  public init(modelContext: ModelContext) {
    self.modelContext = modelContext
    modelContext.autosaveExecutor = .queue(queue)
  }

  /// Enqueues a job.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedSerialExecutor()
    queue.async { job.runSynchronously(on: executor) }
  }

  /// The executor as a reference for the runtime.
  public func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}
