import ArgumentParser
import Foundation
import LedgerKit

struct Demo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Show what schemaledger does, in a throw-away repository.",
    discussion: """
      Runs git and this program in a temporary folder. Nothing outside it is changed.

      Example:
        schemaledger demo --keep
      """)

  @Flag(help: "Keep the repository, and print its path.")
  var keep = false

  @OptionGroup var options: GlobalOptions

  func run() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "schemaledger-demo-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { if !keep { try? FileManager.default.removeItem(at: folder) } }
    let story = DemoScript(folder: folder, terminal: options.terminal)
    try story.play()
    if keep { options.terminal.out("The repository is in \(folder.path)") }
  }
}
