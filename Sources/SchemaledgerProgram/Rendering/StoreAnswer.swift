import CanonicalJSON

/// What a command that reads many files says about one of them.
protocol StoreAnswer {
  /// The words of the command's report.
  static var wording: StoreListWording { get }
  /// The name that the user gave for the file.
  var name: String { get }
  /// Whether the file is as it should be. If not, the exit status is 1.
  var isGood: Bool { get }
  /// Whether a good file could not be checked in full.
  var isUnclear: Bool { get }
  /// Whether ``json()`` is the whole report about one file.
  static var isDocument: Bool { get }
  /// A line of `--format ndjson`.
  func json() throws -> JSONValue
  /// What it has in common with other files, for a report about many.
  func group(_ terminal: Terminal) -> StoreGroup
  /// Writes a paragraph, for a report about a few files.
  func write(to terminal: Terminal)
  /// What limits the answer; shown once for all files.
  var caution: StoreCaution? { get }
}

extension StoreAnswer {
  static var isDocument: Bool { false }
  var isUnclear: Bool { false }
  var caution: StoreCaution? { nil }
}

/// A group of files with equal answers.
struct StoreGroup: Hashable {
  /// One line.
  let title: DisplayText
  /// Lines about what the files have in common.
  var details: [DisplayText] = []
  /// Whether some of the files are named.
  var namesExamples = true
}

/// The words of a report about many files. Each pair is for one file and for several.
struct StoreListWording {
  /// What has been done with the files: `identified`.
  let done: DisplayText
  /// The files that are as they should be: `is a frozen version`.
  let good: (one: DisplayText, many: DisplayText)
  /// The others: `is not`.
  let bad: (one: DisplayText, many: DisplayText)
  /// The others, if the history of the ledger is not known; `nil` if that makes no difference.
  var badWithoutHistory: (one: DisplayText, many: DisplayText)?
  /// Good files that could not be checked in full: `was not checked`. `nil` if that cannot be.
  var unclear: (one: DisplayText, many: DisplayText)?
  /// What could not be done with a file: `not read`.
  let undone: DisplayText
  /// Whether an empty line separates paragraphs.
  var separatesParagraphs = false
}

/// A limit of answers.
enum StoreCaution: Hashable {
  /// The clone lacks commits.
  case partialHistory
  /// Versions are read without a repository and without a record of its history.
  case noHistory
}

extension StoreCaution {
  func warn(_ terminal: Terminal) {
    switch self {
    case .partialHistory:
      terminal.warn(
        "history is incomplete in this clone, so a version may have been missed", hint: "git fetch --unshallow")
    case .noHistory:
      terminal.warn(
        "the ledger was read without a history, so versions that were deleted or rewritten are not known",
        hint: "in a repository, schemaledger export writes a ledger with its history to a file")
    }
  }
}
