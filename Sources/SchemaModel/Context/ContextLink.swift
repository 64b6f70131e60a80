internal import Synchronization

/// How the objects of a context reach it without owning it, and the store after the program has released it.
///
/// The objects of a context share one link. A context that a program no longer holds ends, and the first object that then needs
/// the store gets another one, which only reads: the related objects that it fetches belong to the same link.
///
/// Like the objects, it belongs to one thread or actor at a time.
final class ContextLink {
  /// The program's context; `nil` once it has ended.
  private(set) weak var context: ModelContext?
  let container: ModelContainer
  /// The objects that are in memory, by row.
  let registered: RegisteredObjects
  private var ended: ModelContext?
  /// Whether a context may look for objects in ``registered``.
  private let hasReader = Atomic(true)

  init(to context: ModelContext, _ container: ModelContainer, _ registered: RegisteredObjects) {
    self.context = context
    self.container = container
    self.registered = registered
  }

  /// What fetches related objects.
  var reader: ModelContext {
    if let context { return context }
    if let ended { return ended }
    let reader = ModelContext(readingFor: self)
    ended = reader
    hasReader.store(true, ordering: .relaxed)
    return reader
  }

  /// Notes that the program has released its context, and that no object has relationships to read.
  func end() { hasReader.store(false, ordering: .relaxed) }

  /// Removes an object that is being deallocated, on any thread, if a context may look for it.
  func forget(_ data: BackingData, at key: RowKey) {
    if hasReader.load(ordering: .relaxed) { registered.remove(data, at: key) }
  }
}
