import ArgumentParser
import Foundation
import LedgerKit

struct Demo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "The whole story in a throw-away repository, in seconds.",
    discussion: """
      Runs real git and this program; nothing outside a temporary folder is touched.

      Example:
        schemaledger demo --keep
      """)

  @OptionGroup var options: GlobalOptions

  @Flag(help: "Keep the repository, and say where it is.")
  var keep = false

  func run() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "schemaledger-demo-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { if !keep { try? FileManager.default.removeItem(at: folder) } }
    let story = DemoStory(folder: folder, terminal: options.terminal)
    try story.tell()
    if keep { options.terminal.out("The repository is in \(folder.path)") }
  }
}
