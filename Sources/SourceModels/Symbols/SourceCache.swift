internal import Synchronization

/// Keeps what was read from files by the identifier of their contents, so that the next commit costs little. Its entries
/// are for one set of build conditions. Several threads may use it at once.
public final class SourceCache: Sendable {
  /// The conditions of all entries.
  public let conditions: BuildConditions
  private let entries = Mutex(Entries())

  private struct Entries {
    var scans: [String: NameScan] = [:]
    var declarations: [String: FileDeclarations] = [:]
    var parsedFiles = 0
  }

  /// Creates an empty cache.
  public init(conditions: BuildConditions = BuildConditions()) { self.conditions = conditions }

  /// The number of files that were parsed.
  public var parsedFiles: Int { entries.withLock(\.parsedFiles) }

  /// `nil` if the file cannot be read.
  func scan(of file: SourceFile, in tree: any SourceTree) -> NameScan? {
    if let known = entries.withLock({ $0.scans[file.contentID] }) { return known }
    guard let bytes = try? tree.bytes(of: file) else { return nil }
    let scan = NameScan(bytes)
    entries.withLock { $0.scans[file.contentID] = scan }
    return scan
  }

  func declarations(of file: SourceFile, in tree: any SourceTree) -> FileDeclarations {
    if let known = entries.withLock({ $0.declarations[file.contentID] }) { return known }
    guard let bytes = try? tree.bytes(of: file) else {
      var unreadable = FileDeclarations()
      unreadable.problem = .unreadable
      return unreadable
    }
    let parsed = FileParsing.declarations(of: bytes, conditions: conditions)
    entries.withLock {
      $0.parsedFiles += 1
      $0.declarations[file.contentID] = parsed
    }
    return parsed
  }
}
