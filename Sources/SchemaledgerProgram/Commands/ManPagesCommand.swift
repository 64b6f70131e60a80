import ArgumentParser
import Foundation
import LedgerCore

struct ManPagesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "man-pages",
    abstract: "Write the man pages to a folder.",
    discussion: """
      Writes schemaledger.1, a page for each command, schemaledger.yml.5 and schemaledger-guide.7. 'make install' calls it.

      Example:
        schemaledger man-pages man && man ./man/schemaledger.1
      """)

  @Argument(help: "The folder, which is created if it does not exist.")
  var folder: String

  @OptionGroup var options: GlobalOptions

  func run() throws {
    do {
      let place = URL(filePath: options.file(folder))
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      let program = try CommandDescription(dump: Schemaledger._dumpHelp())
      let groups = Schemaledger.configuration.groupedSubcommands.map { group in
        (name: group.name, commands: group.subcommands.compactMap { $0.configuration.commandName })
      }
      for page in ManPages(of: program, version: programVersion, groups: groups).files {
        try Data(page.text.utf8).write(to: place.appending(path: page.name), options: .atomic)
      }
    } catch {
      throw LedgerError.file(path: folder, error: error)
    }
  }
}
