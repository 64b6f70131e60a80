internal import Dispatch
internal import Foundation
internal import Synchronization

/// Saves contexts after changes.
///
/// SwiftData saves on a timer of unknown length and at events of the user interface. Here a context is saved at the
/// next turn of its executor, and when the program exits. An executor runs its jobs one after the other, so a function that
/// does not suspend is never interrupted by a save.
enum Autosave {
  /// An executor whose next turn saves a context.
  enum Executor {
    case mainActor
    case queue(DispatchQueue)
  }

  /// A context on its way to its executor, which is the only place where it is used.
  private struct Reference: @unchecked Sendable { let context: ModelContext }

  private static let mainQueue: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether the current function runs on the main actor. After `dispatchMain()`, the main queue has no fixed thread.
  static var isOnMainActor: Bool { Thread.isMainThread || DispatchQueue.getSpecific(key: mainQueue) == true }

  /// Contexts of the main actor that wait for their turn.
  private static let waiting = Mutex<[ObjectIdentifier: Reference]>([:])

  static func schedule(_ context: ModelContext, on executor: Executor) {
    let reference = Reference(context: context)
    switch executor {
    case .mainActor:
      _ = savesAtExit
      waiting.withLock { $0[ObjectIdentifier(context)] = reference }
      Task { @MainActor in run(reference) }
    case .queue(let queue):
      queue.async { reference.context.autosave() }
    }
  }

  private static func run(_ reference: Reference) {
    let isWaiting = waiting.withLock { $0.removeValue(forKey: ObjectIdentifier(reference.context)) != nil }
    if isWaiting { reference.context.autosave() }
  }

  /// Registered once. A program may end before the main actor has another turn.
  private static let savesAtExit: Void = { _ = atexit { Autosave.saveAll() } }()

  private static func saveAll() {
    let references = waiting.withLock { waiting in
      defer { waiting = [:] }
      return Array(waiting.values)
    }
    for reference in references {
      if isOnMainActor {
        reference.context.autosave()
      } else {
        reference.context.report(AutosaveError.exited)
      }
    }
  }
}

/// The reason why a context was not even tried to be saved.
enum AutosaveError: Error, CustomStringConvertible {
  case noExecutor
  case exited

  var description: String {
    switch self {
    case .noExecutor:
      "the context was changed outside the main actor, and belongs to no DefaultSerialModelExecutor; call save()"
    case .exited: "the program ended outside the main actor; call save() before"
    }
  }
}

extension ModelContext {
  /// A notification that is posted when an autosave fails. Its user info has the error under ``autosaveErrorKey``.
  ///
  /// SwiftData documents no report of such an error.
  public static let autosaveFailed = Notification.Name("SchemaModel.ModelContext.autosaveFailed")
  /// The key of the error in the user info of ``autosaveFailed``.
  public static let autosaveErrorKey = "error"

  /// Saves the context at the next turn of its executor. Called for each change.
  func scheduleAutosave() {
    guard autosaveEnabled, !isAutosaveScheduled, container.allowsSave else { return }
    isAutosaveScheduled = true
    if let executor = autosaveExecutor ?? (Autosave.isOnMainActor ? .mainActor : nil) {
      Autosave.schedule(self, on: executor)
    } else {
      // Reported once: the context stays marked.
      report(AutosaveError.noExecutor)
    }
  }

  func autosave() {
    isAutosaveScheduled = false
    guard autosaveEnabled, hasChanges else { return }
    // Only an explicit save can throw an error of a function that could not.
    if let error = postponed.first { return report(error) }
    do {
      try save()
      autosaveError = nil
    } catch {
      report(error)
    }
  }

  func report(_ error: any Error) {
    autosaveError = error
    NotificationCenter.default.post(
      name: Self.autosaveFailed, object: self, userInfo: [Self.autosaveErrorKey: error])
    guard !handlesAutosaveErrors else { return }
    FileHandle.standardError.write(Data("SchemaModel: autosave failed: \(error)\n".utf8))
  }
}
