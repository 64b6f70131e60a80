#if os(Linux)
  import Foundation
  import SchemaMigration
  import SchemaModel
  import Testing

  @Suite("Locks of SQLite")
  struct SafeLockTests {
    /// The locks of this process on a file. The last number of the third to last column is the file's inode.
    /// https://man7.org/linux/man-pages/man5/proc_locks.5.html
    private func locks(_ url: URL) throws -> Int {
      let number = try FileManager.default.attributesOfItem(atPath: url.path)[.systemFileNumber] as? UInt64
      let inode = try #require(number)
      let process = "\(ProcessInfo.processInfo.processIdentifier)"
      return try String(contentsOfFile: "/proc/locks", encoding: .utf8).split(separator: "\n").count { line in
        let words = line.split(separator: " ")
        return words.contains("POSIX") && words.contains(Substring(process))
          && words.contains { $0.hasSuffix(":\(inode)") }
      }
    }

    @Test("opening, examining and trying a store keep the locks of the process's other containers")
    func kept() async throws {
      let store = try SafeStore()
      try store.fill()
      let first = try await store.open().container
      try #require(try locks(store.url) > 0)
      let opened = try await store.open()
      #expect(try locks(store.url) > 0)
      _ = try ModelContainer(for: SafeStore.schema, configurations: ModelConfiguration(url: store.url))
      #expect(try locks(store.url) > 0)
      _ = try ModelContainer(
        for: SafeStore.schema, configurations: ModelConfiguration(url: store.url, allowsSave: false))
      #expect(try locks(store.url) > 0)
      _ = await SafeModelContainer.dryRun(for: SafeStore.schema, plan: SafeStore.plan(), storeURL: store.url)
      #expect(try locks(store.url) > 0)
      #expect(try store.titles(first) == store.titles(opened.container))
      // What must not happen: any other descriptor of the file is closed.
      try FileHandle(forReadingFrom: store.url).close()
      #expect(try locks(store.url) == 0)
    }
  }
#endif
