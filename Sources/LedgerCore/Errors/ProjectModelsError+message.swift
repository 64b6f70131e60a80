internal import Findings
internal import LedgerEntries
internal import ProjectModels

extension ProjectModelsError {
  /// The largest number of problems in one message.
  private static let listed = 12

  /// - Parameter source: the source whose models are not read; `nil` if the context names it.
  func messages(in source: ModelSourceConfiguration?) -> [String] {
    guard case .unread(let problems) = self else { return [message(in: source)] }
    let lines = problems.prefix(Self.listed).map(\.line)
    let rest = problems.count - lines.count
    return lines + (rest > 0 ? ["and \(rest) more"] : [])
  }

  private func message(in source: ModelSourceConfiguration?) -> String {
    let folder = source.map { $0.path.isEmpty ? "the repository" : $0.path } ?? "the source"
    switch self {
    case .absent:
      return source?.framework == .coreData
        ? "\(folder) has no Core Data model" : "\(folder) has no SwiftData model"
    case .withoutSchema(let models):
      return
        "\(folder) has SwiftData models (\(models.prefix(Self.listed).joined(separator: ", "))\(models.count > Self.listed ? ", …" : "")), but no container, version or plan that uses them"
    case .ambiguous(let names):
      return source?.framework == .coreData
        ? "\(folder) has several Core Data models: \(names.joined(separator: ", "))"
        : "\(folder) has several SwiftData schemas: \(names.joined(separator: ", "))"
    case .unknownSchema(let name, let known):
      return "'\(name.shortened)' is not a schema of \(folder)"
        + (known.isEmpty ? "" : "; schemas: \(known.prefix(Self.listed).joined(separator: ", "))")
    case .readerAbsent: return "this program was built without the reader of Swift sources"
    case .unread(let problems): return problems.first?.line ?? ""
    }
  }

  /// What to do next.
  func hint(in source: ModelSourceConfiguration?) -> String? {
    switch self {
    case .absent: return "correct 'path' of the source in \(Configuration.fileName)"
    case .withoutSchema:
      return
        "if other files create the container, 'path' of the source in \(Configuration.fileName) must contain them as well"
    case .ambiguous(let names):
      let key = source?.framework == .coreData ? "path" : "schema"
      return "choose one under 'source' in \(Configuration.fileName): \(key): \(names.first ?? "")"
    case .unknownSchema: return "correct 'schema' of the source in \(Configuration.fileName)"
    case .readerAbsent: return "build it with the package trait SourceReader"
    case .unread(let problems):
      var hints: [String] = []
      for hint in problems.compactMap(\.hint) where !hints.contains(hint) { hints.append(hint) }
      return hints.isEmpty ? nil : hints.joined(separator: "\n")
    }
  }
}
