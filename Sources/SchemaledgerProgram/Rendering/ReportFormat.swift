import ArgumentParser

/// The format of a report that is written to a file or shown beside a change.
enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, junit, markdown, sarif, github, gitlab

  var exporter: any ReportExporter.Type {
    switch self {
    case .text: TextExporter.self
    case .json: JSONExporter.self
    case .junit: JUnitExporter.self
    case .markdown: MarkdownExporter.self
    case .sarif: SarifExporter.self
    case .github: GitHubExporter.self
    case .gitlab: GitLabExporter.self
    }
  }

  /// All formats, as `--help` lists them.
  static var help: String {
    let words = allCases.map { format in format.rawValue + (format.exporter.purpose.map { " (\($0))" } ?? "") }
    return words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "") + "."
  }
}
