/// Keeps what was read from files by the identifier of their contents, so that the next commit costs little. Its entries
/// are for one set of build conditions. A cache is not for several threads at once.
public final class SourceCache {
  /// The conditions of all entries.
  public let conditions: BuildConditions
  private var scans: [String: NameScan] = [:]
  private var declarations: [String: FileDeclarations] = [:]
  /// The number of files that were parsed.
  public private(set) var parsedFiles = 0

  /// Creates an empty cache.
  public init(conditions: BuildConditions = BuildConditions()) { self.conditions = conditions }

  /// `nil` if the file cannot be read.
  func scan(of file: SourceFile, in tree: any SourceTree) -> NameScan? {
    if let known = scans[file.contentID] { return known }
    guard let bytes = try? tree.bytes(of: file) else { return nil }
    let scan = NameScan(bytes)
    scans[file.contentID] = scan
    return scan
  }

  func declarations(of file: SourceFile, in tree: any SourceTree) -> FileDeclarations {
    if let known = declarations[file.contentID] { return known }
    guard let bytes = try? tree.bytes(of: file) else {
      var unreadable = FileDeclarations()
      unreadable.problem = .unreadable
      return unreadable
    }
    parsedFiles += 1
    let parsed = FileParsing.declarations(of: bytes, conditions: conditions)
    declarations[file.contentID] = parsed
    return parsed
  }
}
