// What the C libraries declare differently, apart from processes: see RunningProcess.swift.

#if canImport(Darwin)
  typealias FolderStream = UnsafeMutablePointer<DIR>
#else
  typealias FolderStream = OpaquePointer
#endif

extension stat {
  /// When the file was last read.
  package var accessed: timespec {
    #if canImport(Darwin)
      st_atimespec
    #else
      st_atim
    #endif
  }

  /// When the content was last changed.
  package var modified: timespec {
    #if canImport(Darwin)
      st_mtimespec
    #else
      st_mtim
    #endif
  }

  /// When the content, the owner or the permissions were last changed.
  package var changed: timespec {
    #if canImport(Darwin)
      st_ctimespec
    #else
      st_ctim
    #endif
  }
}

/// Waits until the contents of a file, or the names in a folder, are on the disk.
///
/// > fsync() causes all modified data and attributes of fildes to be moved to a permanent storage device. […] Note that
/// > while fsync() will flush all data from the host to the drive […], the drive itself may not physically write the data
/// > to the platters for quite some time […]. For applications that require tighter guarantees […], Mac OS X provides the
/// > F_FULLFSYNC fcntl.
///
/// That is the manual page of macOS. File systems that do not have `F_FULLFSYNC`, such as some of networks, refuse it.
///
/// - Returns: 0, or -1 with the reason in `errno`.
package func synchronize(_ descriptor: Int32) -> Int32 {
  #if canImport(Darwin)
    if uninterrupted({ fcntl(descriptor, F_FULLFSYNC) }) == 0 { return 0 }
  #endif
  return uninterrupted { fsync(descriptor) }
}

/// What a process that `posix_spawn` starts does with its descriptors: nothing, until
/// `posix_spawn_file_actions_init` is called.
#if canImport(Darwin)
  package func uninitializedFileActions() -> posix_spawn_file_actions_t? { nil }
#else
  package func uninitializedFileActions() -> posix_spawn_file_actions_t { .init() }
#endif

/// Whether a process can be confined as CConfinement does it, and the libraries for apps have been compiled.
package var canRunSlices: Bool {
  #if os(Linux)
    true
  #else
    false
  #endif
}

/// The folder for what programs remember between runs, below the home folder.
package var usualStateFolder: String {
  #if canImport(Darwin)
    "/Library/Application Support"
  #else
    "/.local/state"
  #endif
}
