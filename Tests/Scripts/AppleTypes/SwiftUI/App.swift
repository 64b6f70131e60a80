// The app of Percy's founding document.
import Percy
import SchemaModel
import SwiftUI

enum AppVersionedSchema: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
  static var models: [any PersistentModel.Type] { [] }
}

enum AppMigrationPlan: ForwardMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [AppVersionedSchema.self] }
  static var stages: [MigrationStage] { [] }
}

struct AppStorage: PercyConfiguration {
  static var identifier: String { "com.yourapp.id" }
  static var iCloudContainer: String? { "iCloud.com.yourapp.id" }
  static var name: String { "YourApp" }
  static var versionedSchema: any VersionedSchema.Type { AppVersionedSchema.self }
  static var migrationPlan: any PercyMigrationPlan.Type { AppMigrationPlan.self }
}

struct ContentView: View {
  @Environment(\.percyContainer) private var container

  var body: some View { Text(container == nil ? "closed" : "open") }
}

@main
struct YourApp: App {
  var body: some Scene {
    WindowGroup {
      ContentView()
        .withPercy(configuration: AppStorage.self)
    }
  }
}
