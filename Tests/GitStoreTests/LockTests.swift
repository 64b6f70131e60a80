import Foundation
import TestSupport
import Testing

@testable import GitStore

@Suite("Locks")
struct LockTests {
  private let sandbox: Sandbox
  private var writer: String { sandbox.root + "/.git/schemaledger/lock" }

  init() throws {
    sandbox = try Sandbox()
    try sandbox.commit("one", "old")
  }

  /// A process of this machine that has ended: this one's number, with another time of its start.
  private func ended() throws -> ProcessMark {
    let own = try #require(ProcessMark.own)
    return ProcessMark(
      process: own.process, host: own.host, start: own.start + "1", boot: own.boot, namespace: own.namespace)
  }

  /// Leaves what a killed process leaves: the file that names it, and links to it.
  private func leave(_ locks: [String], of process: ProcessMark) throws {
    try sandbox.write(".git/schemaledger/lock", process.line + "\n")
    for lock in locks { try FileManager.default.linkItem(atPath: writer, toPath: sandbox.root + "/.git/" + lock) }
  }

  private func commit(_ path: String = "new", in repository: Repository) async throws -> ObjectID {
    try await repository.commit(
      [.write(path: path, bytes: bytes("x"))], message: "Add \(path)", onto: repository.head, author: ada,
      committer: grace)
  }

  /// Runs work in a thread of its own: waiting for a lock blocks the thread, and tasks share few of them.
  private func inThread(_ work: @escaping @Sendable () throws -> Void) -> DispatchSemaphore {
    let end = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      #expect(throws: Never.self) { try work() }
      end.signal()
    }
    return end
  }

  private func lockFiles() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: sandbox.root + "/.git").filter { $0.hasSuffix(".lock") }
      .sorted()
  }

  @Test("a released lock is free, though a process that is being started has a copy of its descriptor")
  func copied() throws {
    let folder = sandbox.root + "/.git/schemaledger"
    var lock: WriterLock? = try WriterLock(in: folder)
    // What a child has between `fork` and `exec`.
    let copies = (0..<1024 as Range<Int32>).filter { descriptor in
      var (file, status) = (stat(), stat())
      return fstat(descriptor, &status) == 0 && lstat(writer, &file) == 0 && status.st_ino == file.st_ino
        && status.st_dev == file.st_dev
    }.map { dup($0) }
    defer { for copy in copies { close(copy) } }
    #expect(copies.count == 1)
    #expect(throws: WriterLock.Refusal.self) { try WriterLock(in: folder) }
    #expect(lock != nil)
    lock = nil
    #expect(throws: Never.self) { try WriterLock(in: folder) }
  }

  // MARK: What killed processes leave

  @Test("the locks that a killed process has left are taken over")
  func takenOver() async throws {
    try leave(["index.lock", "HEAD.lock", "refs/heads/main.lock", "config.lock"], of: try ended())
    let repository = try sandbox.open()
    let id = try await commit(in: repository)
    #expect(try sandbox.id("HEAD") == id)
    #expect(try lockFiles() == [])
    try repository.setString("schemaledger.key", "value")
    #expect(try lockFiles() == [])
    #expect(try sandbox.git("config", "schemaledger.key") == "value")
    #expect(sandbox.read(".git/schemaledger/lock") == "")
    #expect(try sandbox.complaints() == "")
  }

  @Test(
    "a lock of Git stays, although a process of ours was killed", arguments: ["index.lock", "refs/heads/main.lock"])
  func ofGit(_ lock: String) async throws {
    try leave([], of: try ended())
    try sandbox.write(".git/" + lock, "")
    let repository = try sandbox.open()
    await #expect(throws: GitError.self) { try await commit(in: repository) }
    #expect(try lockFiles() == [lock])
  }

  @Test("the lock of a process on another host, in another container or before another boot is not taken over")
  func undecided() async throws {
    let own = try ended()
    let others = [
      ProcessMark(process: 7, host: "elsewhere", start: own.start, boot: own.boot, namespace: own.namespace),
      ProcessMark(process: 7, host: own.host, start: own.start, boot: "another", namespace: own.namespace),
      ProcessMark(process: 7, host: own.host, start: own.start, boot: own.boot, namespace: "pid:[1]"),
    ]
    for other in others {
      try? FileManager.default.removeItem(atPath: sandbox.root + "/.git/index.lock")
      try leave(["index.lock"], of: other)
      let path = sandbox.root + "/.git/index.lock"
      // The refusal must not make the next run forget whose lock it is.
      for _ in 0..<2 {
        let repository = try sandbox.open()
        await #expect(throws: GitError.lockUndecided(path: path, process: 7, host: other.host)) {
          try await commit(in: repository)
        }
      }
      #expect(try lockFiles() == ["index.lock"])
    }
    let error = GitError.lockUndecided(path: "/x/index.lock", process: 7, host: "elsewhere")
    #expect(error.message.contains("process 7 on elsewhere"))
    #expect(error.hint == "if it no longer runs on elsewhere: rm '/x/index.lock'")
  }

  @Test("a process on another host that left no lock of Git does not matter")
  func othersWithoutLocks() async throws {
    try leave([], of: ProcessMark(process: 7, host: "elsewhere", start: "1", boot: "b", namespace: ""))
    _ = try await commit(in: try sandbox.open())
    #expect(sandbox.read(".git/schemaledger/lock") == "")
  }

  @Test("a process that the file names and that lives is waited for, even if the file system has no effective flock")
  func alive() throws {
    let own = try #require(ProcessMark.own)
    let stat = try String(contentsOfFile: "/proc/\(getppid())/stat", encoding: .utf8)
    let start = try #require(stat.split(separator: ")").last?.split(separator: " ").dropFirst(19).first)
    try leave(
      ["index.lock"],
      of: ProcessMark(
        process: getppid(), host: own.host, start: String(start), boot: own.boot, namespace: own.namespace))
    let repository = try sandbox.open()
    #expect(throws: GitError.writerBusy(process: getppid(), host: own.host)) { try repository.startWriting(.none) }
    #expect(try lockFiles() == ["index.lock"])
  }

  @Test("a line of the lock file describes a process, and no other line does")
  func lines() throws {
    let own = try #require(ProcessMark.own)
    #expect(ProcessMark(line: own.line) == own)
    #expect(own.state == .alive)
    #expect(try ended().state == .ended)
    #expect(ProcessMark(line: "schemaledger\t0\thost\t1\tb\t") == nil)
    #expect(ProcessMark(line: "git\t1\thost\t1\tb\t") == nil)
    #expect(ProcessMark(line: "") == nil)
  }

  // MARK: Waiting

  @Test("a second writer waits for the first, and says so once")
  func waiting() throws {
    let first = try sandbox.open()
    try first.startWriting(.none)
    let root = sandbox.root
    #expect(throws: GitError.writerBusy(process: getpid(), host: ProcessMark.own?.host)) {
      try sandbox.open().startWriting(.none)
    }
    let said = Said()
    let second = inThread {
      let repository = try Repository.discover(from: root)
      try repository.startWriting(Patience(milliseconds: 60_000) { process, _ in said.add(process) })
      repository.endWriting()
    }
    while said.all.isEmpty { usleep(5000) }
    first.endWriting()
    #expect(second.wait(timeout: .now() + 60) == .success)
    #expect(said.all == [getpid()])
  }

  @Test("eight writers at once write one after the other, and take over what was left")
  func manyWriters() throws {
    try leave(["index.lock"], of: try ended())
    let root = sandbox.root
    let writers = (0..<8).map { number in
      inThread {
        let repository = try Repository.discover(from: root)
        try repository.startWriting(Patience(milliseconds: 60_000))
        defer { repository.endWriting() }
        try repository.stage([.write(path: "file-\(number)", bytes: bytes("x"))])
      }
    }
    for writer in writers { #expect(writer.wait(timeout: .now() + 60) == .success) }
    #expect(try sandbox.git("ls-files") == "file-0\nfile-1\nfile-2\nfile-3\nfile-4\nfile-5\nfile-6\nfile-7\none")
    #expect(try lockFiles() == [])
    #expect(try sandbox.git("fsck", "--strict", "--no-dangling", "--no-progress") == "")
  }

  @Test("without a place for the writer's lock, a commit is made with the locks of Git alone")
  func unsupported() async throws {
    try sandbox.write(".git/schemaledger", "not a folder")
    let id = try await commit(in: try sandbox.open())
    #expect(try sandbox.id("HEAD") == id)
    #expect(try lockFiles() == [])
  }

  @Test("a lock that could not be removed when it was released is removed when writing ends")
  func notRemoved() throws {
    let repository = try sandbox.open()
    try repository.startWriting(.none)
    for name in ["HEAD.lock", "refs/heads/main.lock"] {
      try FileManager.default.linkItem(atPath: writer, toPath: sandbox.root + "/.git/" + name)
    }
    try sandbox.write(".git/index.lock", "")
    repository.endWriting()
    #expect(try lockFiles() == ["index.lock"])
  }

  @Test("a lock that Git releases within a second is waited for")
  func releasedByGit() async throws {
    try sandbox.write(".git/index.lock", "")
    let path = sandbox.root + "/.git/index.lock"
    let release = inThread {
      usleep(100_000)
      try FileManager.default.removeItem(atPath: path)
    }
    _ = try await commit(in: try sandbox.open())
    #expect(release.wait(timeout: .now() + 60) == .success)
    #expect(try lockFiles() == [])
  }

  // MARK: References

  @Test("a branch in a folder is created, also where Git has left empty folders, and never beside its folder's branch")
  func branchNames() async throws {
    try sandbox.git("symbolic-ref", "HEAD", "refs/heads/a/b")
    let first = try await commit(in: try sandbox.open())
    #expect(try sandbox.git("reflog", "show", "--format=%gs", "a/b") == "commit (initial): Add new")
    #expect(try sandbox.id("refs/heads/a/b") == first)

    try FileManager.default.createDirectory(
      atPath: sandbox.root + "/.git/refs/heads/c/d/e", withIntermediateDirectories: true)
    try sandbox.git("symbolic-ref", "HEAD", "refs/heads/c")
    #expect(try await commit(in: try sandbox.open()) == sandbox.id("refs/heads/c"))

    try sandbox.git("pack-refs", "--all")
    for name in ["refs/heads/a", "refs/heads/c/d"] {
      try sandbox.git("symbolic-ref", "HEAD", name)
      let repository = try sandbox.open()
      await #expect(throws: GitError.self) { try await commit(in: repository) }
    }
    try sandbox.git("symbolic-ref", "HEAD", "refs/heads/main")
    #expect(try lockFiles() == [])
    #expect(try sandbox.git("fsck", "--strict", "--no-dangling", "--no-progress") == "")
  }

  @Test(
    "reflogs are kept as core.logAllRefUpdates says",
    arguments: [("true", true), ("false", false), ("always", true)])
  func reflogs(_ value: String, _ isKept: Bool) async throws {
    let sandbox = try Sandbox()
    try sandbox.git("config", "core.logAllRefUpdates", value)
    _ = try await commit(in: try sandbox.open())
    #expect(sandbox.exists(".git/logs/HEAD") == isKept)
    #expect(sandbox.exists(".git/logs/refs/heads/main") == isKept)
  }

  // MARK: Configuration

  @Test("a change of the configuration keeps its permissions, its other text, and a link to it")
  func configuration() throws {
    let path = sandbox.root + "/.git/config"
    try FileManager.default.moveItem(atPath: path, toPath: sandbox.root + "/.git/real")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "real")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: sandbox.root + "/.git/real")
    let before = try #require(sandbox.read(".git/real"))
    let repository = try sandbox.open()
    try repository.setString("diff.x.textconv", "cat")
    #expect(try repository.string("diff.x.textconv") == "cat")
    #expect(sandbox.read(".git/real")?.hasPrefix(before) == true)
    try repository.removeKey("diff.x.textconv")
    try repository.removeKey("diff.x.textconv")
    #expect(try repository.string("diff.x.textconv") == nil)
    let attributes = try FileManager.default.attributesOfItem(atPath: sandbox.root + "/.git/real")
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == "real")
    #expect(try lockFiles() == [])
  }
}

/// What a second writer says while it waits.
private final class Said: @unchecked Sendable {
  private let lock = NSLock()
  private var processes: [Int32?] = []

  var all: [Int32?] { lock.withLock { processes } }
  func add(_ process: Int32?) { lock.withLock { processes.append(process) } }
}
