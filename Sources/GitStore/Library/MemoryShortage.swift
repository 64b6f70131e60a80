internal import CMemory
internal import SystemCalls

/// Handles failed allocations of libraries. A library may not report one, or may answer that something does not exist. So
/// nothing is written and no result is shown after that.
public enum MemoryShortage {
  /// Throws if memory was refused since the process began. A command calls this before it writes: afterwards, the reserve of
  /// the allocator is enough to finish.
  ///
  /// - Throws: ``GitError/outOfMemory``.
  public static func check() throws(GitError) {
    if schemaledger_unsettled_shortage() != schemaledger_no_shortage { throw .outOfMemory }
  }

  /// Records that the command has written what it was for, so that it says so even if memory is refused from now on.
  public static func settle() { schemaledger_settle() }

  /// Records that the system gave no memory.
  static func note() { schemaledger_note_shortage(schemaledger_no_memory) }

  /// What the system calls ENOMEM, as at the end of libgit2's messages.
  static let systemMessage = String(cString: strerror(ENOMEM))

  /// Whether memory was ever refused, so that nothing may be stored for later runs.
  static var hasOccurred: Bool { schemaledger_first_shortage() != schemaledger_no_shortage }
}
