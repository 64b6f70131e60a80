internal import SystemCalls

/// How long to wait for another process of schemaledger that writes to the same repository.
public struct Patience: Sendable {
  /// The pause between two tries, in milliseconds.
  private static let pause = 50

  let tries: Int
  let waits: @Sendable (_ process: Int32?, _ host: String?) -> Void

  /// - Parameters:
  ///   - milliseconds: how long to wait.
  ///   - waits: called once if there is a process to wait for, with its id and host if they are known.
  public init(
    milliseconds: Int, waits: @escaping @Sendable (_ process: Int32?, _ host: String?) -> Void = { _, _ in }
  ) {
    tries = max(1, milliseconds / Self.pause)
    self.waits = waits
  }

  static let none = Patience(milliseconds: 0)

  func pause() { usleep(UInt32(Self.pause) * 1000) }
}

extension Repository {
  /// Takes the right to write to the repository, so that what is read from now on is not changed by another process of
  /// schemaledger before ``endWriting()``. Calls may be nested; each needs an ``endWriting()``.
  ///
  /// Git does not respect it, so all changes take Git's own locks, too. If the file system has no such locks, or the file
  /// belongs to another user, processes are not made to wait for each other.
  ///
  /// - Throws: ``GitError/writerBusy(process:host:)``.
  public func startWriting(_ patience: Patience) throws(GitError) {
    if writerDepth == 0 {
      writer = try takeWriterLock(patience)
      if let writer, writer.hasLeftovers { removeLocks(of: writer) }
    }
    writerDepth += 1
  }

  /// Ends what ``startWriting(_:)`` has begun.
  public func endWriting() {
    writerDepth -= 1
    guard writerDepth == 0 else { return }
    // All locks have been released by now: one that is left could not be removed, or is that of a process which may live.
    if let writer, writer.isLinked, writer.undecided.isEmpty { removeLocks(of: writer) }
    writer = nil
  }

  /// Like ``startWriting(_:)``, for a change that is made at once.
  func startWriting() throws(GitError) { try startWriting(.none) }

  private func takeWriterLock(_ patience: Patience) throws(GitError) -> WriterLock? {
    for turn in 1... {
      do throws(WriterLock.Refusal) {
        let lock = try WriterLock(in: caches.path)
        // A colleague must be able to lock it, and to link to it.
        share(lock.path)
        return lock
      } catch {
        guard case .held(let holder) = error else { return nil }
        guard turn < patience.tries else { throw .writerBusy(process: holder?.process, host: holder?.host) }
        if turn == 1 { patience.waits(holder?.process, holder?.host) }
        patience.pause()
      }
    }
    return nil
  }

  /// Removes the locks of Git that killed processes, or failed clean-ups, have left. A command that does not need them
  /// again would leave them, and Git would have to be helped by a person.
  private func removeLocks(of writer: WriterLock) {
    var files = [commonDirectory + "/config", realPath(commonDirectory + "/config")]
    let worktrees = commonDirectory + "/worktrees"
    let names =
      (try? Descriptor(opening: worktrees, in: AT_FDCWD, Descriptor.folderFlags)?.names(path: worktrees)) ?? []
    for folder in [gitDirectory, commonDirectory] + names.map({ worktrees + "/" + $0 }) {
      files += [folder + "/index", folder + "/HEAD"]
    }
    files += referenceLocks(under: commonDirectory + "/refs")
    for file in files where writer.isSameFile(as: file + ".lock") { removeLeftover(file + ".lock") }
  }

  /// The references that are locked, without the ending `.lock`.
  private func referenceLocks(under path: String) -> [String] {
    guard let folder = try? Descriptor(opening: path, in: AT_FDCWD, Descriptor.folderFlags | O_NOFOLLOW),
      let names = try? folder.names(path: path)
    else { return [] }
    return names.flatMap { name in
      if name.hasSuffix(".lock") { return ["\(path)/\(name.dropLast(5))"] }
      guard case .folder = try? folder.kind(of: name) else { return [] }
      return referenceLocks(under: path + "/" + name)
    }
  }

  /// Takes one of Git's locks.
  ///
  /// - Parameters:
  ///   - path: the file that is locked.
  ///   - held: the error if another program has it.
  func lock(_ path: String, else held: GitError) throws(GitError) -> LockFile {
    do throws(LockFile.Refusal) {
      return try LockFile(of: path, by: writer)
    } catch {
      throw Self.error(error, path, held)
    }
  }

  /// Checks that a file can be locked, before work is done that would be in vain.
  func checkUnlocked(_ path: String, else held: GitError) throws(GitError) {
    do throws(LockFile.Refusal) {
      try LockFile.check(path, by: writer)
    } catch {
      throw Self.error(error, path, held)
    }
  }

  private static func error(_ refusal: LockFile.Refusal, _ path: String, _ held: GitError) -> GitError {
    switch refusal {
    case .held: held
    case .undecided(let holder):
      .lockUndecided(path: path + ".lock", process: holder.process, host: holder.host)
    case .system(let error): error
    }
  }
}
