/// Blobs that were read already, for commits that have most of their files in common.
public final class BlobMemo {
  private var blobs: [ObjectID: [UInt8]] = [:]
  private var size = 0
  private let capacity: Int

  /// - Parameter capacity: bytes to keep; what goes beyond makes it forget all and begin anew.
  public init(capacity: Int = 64 << 20) { self.capacity = capacity }

  func blob(_ id: ObjectID, in repository: Repository) throws(GitError) -> [UInt8] {
    if let known = blobs[id] { return known }
    let bytes = try repository.blob(id)
    if size + bytes.count > capacity {
      blobs = [:]
      size = 0
    }
    blobs[id] = bytes
    size += bytes.count
    return bytes
  }
}

extension Repository {
  /// The files of a commit; blobs come from `memo` where it has them.
  ///
  /// - Throws: as ``snapshot(_:)``.
  public func snapshot(of commit: ObjectID, remembering memo: BlobMemo) throws(GitError) -> FileSnapshot {
    FileSnapshot(CommitFiles(repository: self, tree: try commitHeader(commit).tree, memo: memo), at: .commit(commit))
  }
}
