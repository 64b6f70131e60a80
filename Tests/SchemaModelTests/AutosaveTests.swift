import Foundation
import Testing

@testable import SchemaModel

/// Changes that a program never saves itself.
@Suite("Autosave")
struct AutosaveTests {
  typealias Tag = Library.Tag

  /// Gives the main actor turns until a condition holds.
  @MainActor private func turns(until condition: () -> Bool) async {
    for _ in 0..<100 where !condition() { await Task { @MainActor in }.value }
  }

  @Test("mainContext saves inserted, changed and deleted objects at the next turn of the main actor")
  @MainActor func mainContext() async throws {
    let container = try Library.container()
    let context = container.mainContext
    #expect(context.autosaveEnabled)
    let other = ModelContext(container)
    func saved() throws -> [String] {
      try other.fetch(FetchDescriptor<Tag>(sortBy: [SortDescriptor(\.word)])).map(\.word)
    }

    let tag = Tag(word: "a")
    context.insert(tag)
    tag.word = "b"
    #expect(try saved() == [])
    await turns { !context.hasChanges }
    #expect(try saved() == ["b"])

    tag.word = "c"
    #expect(try saved() == ["b"])
    await turns { !context.hasChanges }
    #expect(try saved() == ["c"])

    context.delete(tag)
    await turns { !context.hasChanges }
    #expect(try saved() == [])
    #expect(context.autosaveError == nil)
  }

  @Test("a context with autosaveEnabled = false saves only when it is told to")
  @MainActor func disabled() async throws {
    let container = try Library.container()
    let context = container.mainContext
    context.autosaveEnabled = false
    context.insert(Tag(word: "a"))
    await turns { !context.hasChanges }
    #expect(context.hasChanges)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Tag>()) == 0)

    context.autosaveEnabled = true
    await turns { !context.hasChanges }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Tag>()) == 1)

    let own = ModelContext(container)
    #expect(!own.autosaveEnabled)
    own.insert(Tag(word: "b"))
    await turns { !own.hasChanges }
    #expect(own.hasChanges)
  }

  @Test("a rollback before the next turn leaves nothing to save")
  @MainActor func rolledBack() async throws {
    let container = try Library.container()
    container.mainContext.insert(Tag(word: "a"))
    container.mainContext.rollback()
    await turns { !container.mainContext.isAutosaveScheduled }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Tag>()) == 0)
  }

  @Test("the error of an autosave is kept and posted, and the next change tries again")
  @MainActor func failure() async throws {
    let container = try ModelContainer(
      for: Parcel.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = container.mainContext
    context.handlesAutosaveErrors = true
    nonisolated(unsafe) var posted: [any Error] = []
    let observer = NotificationCenter.default.addObserver(
      forName: ModelContext.autosaveFailed, object: context, queue: nil
    ) { notification in
      if let error = notification.userInfo?[ModelContext.autosaveErrorKey] as? any Error { posted.append(error) }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    let parcel = Parcel(label: "a")
    context.insert(parcel)
    await turns { context.autosaveError != nil }
    #expect((context.autosaveError as? SwiftDataError) == .modelValidationFailure)
    #expect(posted.count == 1)
    #expect(context.hasChanges)
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }

    parcel.stops = [Stop(place: "x")]
    await turns { !context.hasChanges }
    #expect(context.autosaveError == nil)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Parcel>()) == 1)
  }

  @Test("a model actor's context saves on the actor's executor")
  func actor() async throws {
    let container = try Library.container()
    let worker = Worker(modelContainer: container)
    await worker.insert("a")
    for _ in 0..<100 where await worker.hasChanges { await Task.yield() }
    #expect(await !worker.hasChanges)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Tag>()) == 1)
  }

  @Test("a context that nothing can save says so")
  func withoutExecutor() async throws {
    let container = try Library.container()
    let error = await Task.detached {
      let context = ModelContext(container)
      context.handlesAutosaveErrors = true
      context.autosaveEnabled = true
      context.insert(Tag(word: "a"))
      return context.autosaveError as? AutosaveError
    }.value
    #expect(error == .noExecutor)
  }

  @Test("a program that ends before the next turn has saved its changes")
  func exit() async throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("autosave-\(UUID().uuidString).store").path
    defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
    setenv("SCHEMAMODEL_AUTOSAVE_TEST", path, 1)
    await #expect(processExitsWith: .exitCode(7)) {
      let path = try #require(ProcessInfo.processInfo.environment["SCHEMAMODEL_AUTOSAVE_TEST"])
      try await MainActor.run {
        let container = try ModelContainer(
          for: Library.Tag.self, configurations: ModelConfiguration(url: URL(fileURLWithPath: path)))
        container.mainContext.insert(Library.Tag(word: "last"))
        Foundation.exit(7)
      }
    }
    let container = try ModelContainer(
      for: Tag.self, configurations: ModelConfiguration(url: URL(fileURLWithPath: path)))
    #expect(try ModelContext(container).fetch(FetchDescriptor<Tag>()).map(\.word) == ["last"])
  }
}

/// An actor whose context saves by itself.
@ModelActor private actor Worker {
  var hasChanges: Bool { modelContext.hasChanges }

  func insert(_ word: String) {
    modelContext.autosaveEnabled = true
    modelContext.insert(Library.Tag(word: word))
  }
}

@Model private final class Parcel {
  var label: String
  @Relationship(minimumModelCount: 1) var stops: [Stop] = []
  init(label: String) { self.label = label }
}

@Model private final class Stop {
  var place: String
  init(place: String) { self.place = place }
}
