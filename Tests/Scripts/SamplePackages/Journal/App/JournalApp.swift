import SwiftData
import SwiftUI

@main
struct JournalApp: App {
  let container: ModelContainer

  init() {
    do {
      container = try ModelContainer(
        for: Schema(versionedSchema: SchemaV1.self))
    } catch {
      fatalError("the store cannot be opened: \(error)")
    }
  }

  var body: some Scene {
    WindowGroup { Text("Journal") }.modelContainer(container)
  }
}
