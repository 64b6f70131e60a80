internal import Dispatch
internal import Synchronization

/// Keeps what was read from files by the identifier of their contents, so that the next commit costs little. Its entries
/// are for one set of build conditions. Several threads may use it at once.
public final class SourceCache: Sendable {
  /// The conditions of all entries.
  public let conditions: KnownConditions
  private let entries = Mutex(Entries())

  private struct Entries {
    var scans: [String: NameScan] = [:]
    var declarations: [String: FileDeclarations] = [:]
    var parsedFiles = 0
  }

  /// Creates an empty cache.
  public init(conditions: KnownConditions = KnownConditions()) { self.conditions = conditions }

  /// The number of files that were parsed.
  public var parsedFiles: Int { entries.withLock(\.parsedFiles) }

  /// Reads the files that are not known, on two threads, and keeps what each of them needs: its scan and, if it is parsed in
  /// any case, its declarations. A file that cannot be read is left out.
  func read(_ files: [SourceFile], in tree: any SourceTree) {
    let unknown = entries.withLock { known in files.filter { known.scans[$0.contentID] == nil } }
    // Few files are read in less time than a second reader takes to start.
    guard unknown.count >= 64, let concurrently = tree.concurrentReader() else { return }
    let next = Atomic(0)
    let conditions = conditions
    let work: @Sendable ((SourceFile) throws -> [UInt8]) -> Void = { read in
      while true {
        // Neighbours are often deltas of each other or of the same base.
        let start = next.add(8, ordering: .relaxed).oldValue
        if start >= unknown.count { return }
        for file in unknown[start..<min(start + 8, unknown.count)] {
          guard let bytes = try? read(file) else { continue }
          let scan = NameScan(bytes)
          let declarations = scan.isRoot ? FileParsing.declarations(of: bytes, conditions: conditions) : nil
          self.entries.withLock { entries in
            entries.scans[file.contentID] = scan
            guard let declarations, entries.declarations[file.contentID] == nil else { return }
            entries.parsedFiles += 1
            entries.declarations[file.contentID] = declarations
          }
        }
      }
    }
    let end = DispatchSemaphore(value: 0)
    DispatchQueue.global(qos: .userInitiated).async {
      work(concurrently)
      end.signal()
    }
    work(tree.bytes)
    end.wait()
  }

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
