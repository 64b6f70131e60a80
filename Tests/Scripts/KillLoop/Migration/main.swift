// Creates, migrates, restores and checks a store. Tests/Scripts/KillLoop/migration and sharing run it.
//
//   MigrationKill create FOLDER      an old store, with rows that are only in its log
//   MigrationKill migrate FOLDER     migrates it
//   MigrationKill fail FOLDER        migrates it with a plan that fails
//   MigrationKill quarantine FOLDER  the same, and sets the store aside
//   MigrationKill add FOLDER         adds a row to the migrated store, only in its log
//   MigrationKill restore FOLDER     restores the newest backup
//   MigrationKill hold FOLDER        opens the migrated store with a plain container, and keeps it open until the end of
//                                    standard input
//   MigrationKill look FOLDER        finishes what was interrupted, and prints `old` or `new`, if the store is whole
//   MigrationKill aside FOLDER       checks the store that was set aside
//   MigrationKill backup FOLDER      makes and verifies a backup, and prints the seconds
//   MigrationKill new FOLDER         checks that the store is migrated and whole
//   MigrationKill percy-create FOLDER  a store that Percy has migrated once, and its backup
//   MigrationKill percy FOLDER       migrates it again with Percy, which replaces the backup
//   MigrationKill percy-look FOLDER  prints `old` or `new`, if the store and its backup are whole
//   MigrationKill share-old FOLDER   saves changes with the old version, until the store has been migrated
//   MigrationKill share-new FOLDER   migrates a store, and saves changes with the new version
//   MigrationKill share-check FOLDER checks that the store has what those two have written to *.said
//
// The status is 0, or 2 after an error, whose message is on standard error.

import Foundation
import SchemaMigration
import SchemaModel

let arguments = CommandLine.arguments
guard arguments.count == 3 else {
  print(
    """
    usage: MigrationKill create|migrate|fail|quarantine|add|restore|hold|look|aside|backup|new FOLDER
           MigrationKill percy-create|percy|percy-look|share-old|share-new|share-check FOLDER
    """)
  exit(64)
}
let folder = URL(fileURLWithPath: arguments[2], isDirectory: true)
let url = folder.appendingPathComponent("App.store")
let schema = Schema(versionedSchema: V2.self)

func make(
  _ plan: MigrationPlan, _ safety: SafeModelContainer.Safety = .backupAndRollback
) async throws -> SafeModelContainer.Opened {
  try await SafeModelContainer.open(for: schema, plan: plan, storeURL: url, safety: safety)
}

/// Ends the process with open connections, so that the log stays.
func leave() -> Never { _exit(0) }

func run(_ command: String) async throws {
  switch command {
  case "create":
    for numbers in [Contents.first, Contents.logged] {
      let container = try ModelContainer(
        for: Schema(versionedSchema: V1.self), configurations: ModelConfiguration(url: url))
      let context = ModelContext(container)
      for number in numbers { context.insert(Contents.note(number)) }
      try context.save()
      if numbers == Contents.logged { leave() }
    }
  case "migrate":
    let opened = try await make(plan())
    try Contents.check(new: opened.container)
    print(opened.migratedFrom.map { "migrated \($0)" } ?? "opened")
  case "fail":
    do {
      _ = try await make(plan(failing: true))
      throw Problem(description: "the plan did not fail")
    } catch MigrationError.migrationFailed(StoreError.stageFailed, _?) {
      try Contents.check(old: url)
    }
  case "quarantine":
    let opened = try await make(plan(failing: true), .quarantine)
    guard opened.quarantine != nil else { throw Problem(description: "nothing was set aside") }
  case "add":
    let container = try await make(plan()).container
    let context = ModelContext(container)
    for number in Contents.added {
      context.insert(V2.Note(title: Contents.title(number), content: Contents.text(number)))
    }
    try context.save()
    leave()
  case "restore":
    guard let backup = SafeModelContainer.backups(ofStore: url).last else { throw Problem(description: "no backup") }
    try await SafeModelContainer.restore(backup, to: url)
    try Contents.check(old: url)
  case "hold":
    let container = try ModelContainer(for: schema, configurations: ModelConfiguration(url: url))
    try Contents.check(new: container)
    print("open")
    fflush(nil)
    _ = readLine()
    try Contents.check(new: container)
  case "look":
    do {
      let opened = try await make(plan(pre: { _ in throw Problem(description: "only looking") }), .none)
      let isEmpty = try ModelContext(opened.container).fetchCount(FetchDescriptor<V2.Note>()) == 0
      if !isEmpty { try Contents.check(new: opened.container) }
      print(isEmpty ? "empty" : "new")
    } catch MigrationError.migrationFailed(is Problem, _) {
      try Contents.check(old: url)
      print("old")
    }
  case "aside":
    let quarantine = folder.appendingPathComponent(".strata-quarantine")
    let names = try FileManager.default.contentsOfDirectory(atPath: quarantine.path)
    let stores = names.map { quarantine.appendingPathComponent("\($0)/App.store") }
      .filter { FileManager.default.fileExists(atPath: $0.path) }
    guard stores.count == 1 else { throw Problem(description: "\(stores.count) stores were set aside") }
    try Contents.check(old: stores[0])
  case "backup":
    let time = try await ContinuousClock().measure {
      do {
        _ = try await make(plan(pre: { _ in throw Problem(description: "only the backup") }), .backupOnly)
      } catch MigrationError.migrationFailed(is Problem, _?) {}
    }
    print(time)
  case "new":
    let opened = try await make(plan(failing: true))
    try Contents.check(new: opened.container)
  case "percy-create": try await PercyStory(folder: folder).create()
  case "percy": print(try await PercyStory(folder: folder).migrate() ? "migrated" : "opened")
  case "percy-look": print(try PercyStory(folder: folder).look())
  case "share-old":
    let sharing = Sharing(folder: folder)
    try sharing.write(S1.Item.self) { try sharing.open(S1.self, plan: nil) }
  case "share-new":
    let sharing = Sharing(folder: folder)
    try sharing.write(S2.Item.self) { try sharing.open(S2.self, plan: SharingPlan.self) }
  case "share-check": try Sharing(folder: folder).check()
  default: throw Problem(description: "unknown command")
  }
}

do {
  try await run(arguments[1])
} catch {
  FileHandle.standardError.write(Data("error: \(error)\n".utf8))
  exit(2)
}
