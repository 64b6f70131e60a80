import ArgumentParser
import Manual

struct JSONSchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "json-schema",
    abstract: "Print the JSON Schema of schemaledger.yml or of waivers.yml, for editors.",
    discussion: """
      An editor that uses yaml-language-server completes and checks a file whose first line names its schema:
      # yaml-language-server: $schema=.vscode/schemaledger.schema.json

      Example:
        schemaledger json-schema configuration > .vscode/schemaledger.schema.json
      """)

  enum File: String, ExpressibleByArgument, CaseIterable {
    case configuration, waivers
  }

  @Argument(help: "configuration (schemaledger.yml) or waivers (waivers.yml).")
  var file: File

  @OptionGroup var options: GlobalOptions

  func run() throws {
    for schema in Manual.schemas where schema.path == "json/\(file.rawValue).schema.json" {
      options.terminal.data(schema.text)
    }
  }
}
