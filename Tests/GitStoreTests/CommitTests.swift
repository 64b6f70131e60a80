import Foundation
import GitStore
import TestSupport
import Testing

@Suite("Commit")
struct CommitTests {
  private let changes: [FileChange] = [
    .write(path: "Ledger/1.0/schema.sql", bytes: bytes("create table t(x);\n")),
    .write(path: "Ledger/1.0/run", bytes: bytes("#!/bin/sh\n"), executable: true),
  ]

  @discardableResult
  private func commit(
    _ changes: [FileChange], in repository: Repository, message: String = "Freeze 1.0", onto head: Head? = nil,
    workTree: WorkTreeUpdate = .write
  ) async throws -> ObjectID {
    let head = try head ?? repository.head
    return try await repository.commit(
      changes, message: message, onto: head, author: ada, committer: grace, workTree: workTree)
  }

  @Test("the first commit of an unborn branch")
  func unborn() async throws {
    let sandbox = try Sandbox()
    let repository = try sandbox.open()
    let id = try await commit(changes, in: repository)
    #expect(try repository.head == .branch(name: "main", id))
    #expect(try sandbox.complaints() == "")
    #expect(
      try sandbox.git("log", "-1", "--format=%H %P|%an|%ae|%ad|%cn|%cd|%B", "--date=raw")
        == "\(id) |Ada|ada@example.com|1800000000 +0100|Grace|1800000001 -0230|Freeze 1.0")
    #expect(try sandbox.git("reflog", "show", "--format=%gs %cn", "main") == "commit (initial): Freeze 1.0 Grace")
    #expect(
      try sandbox.git("reflog", "show", "--date=raw", "--format=%gd %gs", "HEAD")
        == "HEAD@{1800000001 -0230} commit (initial): Freeze 1.0")
    #expect(try sandbox.git("ls-files", "--stage").hasPrefix("100755 "))
    #expect(try sandbox.git("diff-files", "--quiet") == "")
  }

  @Test("a commit on a branch has the changes and nothing else, and what is staged stays staged")
  func stagedStays() async throws {
    let sandbox = try Sandbox()
    try sandbox.commit("one", "old")
    let parent = try sandbox.commit("Ledger/1.0/old", "gone soon")
    try sandbox.write("one", "staged")
    try sandbox.write("new", "staged")
    try sandbox.git("add", ".")
    try sandbox.write("one", "unstaged")
    try sandbox.write("untracked", "x")
    let before = try sandbox.git("status", "--porcelain")
    let repository = try sandbox.open()
    let id = try await commit(changes + [.remove(path: "Ledger/1.0/old")], in: repository)
    #expect(try sandbox.git("status", "--porcelain") == before)
    #expect(before == "A  new\nMM one\n?? untracked")
    #expect(
      try sandbox.git("diff-tree", "-r", "--name-status", "\(parent)", "\(id)")
        == "D\tLedger/1.0/old\nA\tLedger/1.0/run\nA\tLedger/1.0/schema.sql")
    #expect(try sandbox.git("show", "HEAD:one") == "old")
    #expect(try sandbox.git("show", ":one") == "staged")
    #expect(sandbox.read("one") == "unstaged")
    #expect(!sandbox.exists("Ledger/1.0/old"))
    #expect(try sandbox.git("fsck", "--strict", "--no-dangling") == "")
    #expect(try sandbox.git("reflog", "-1", "--format=%gs") == "commit: Freeze 1.0")
    #expect(!sandbox.exists(".git/index.lock"))
  }

  @Test("a change in the same clock tick as the write of the index is still detected")
  func racilyClean() async throws {
    let sandbox = try Sandbox()
    try sandbox.commit("file", "aaa")
    let repository = try sandbox.open()
    // The length and the times are those in the index, so only the content differs.
    let file = sandbox.root + "/file"
    let date = Date(timeIntervalSince1970: 1_700_000_000)
    for path in [file, sandbox.root + "/.git/index"] {
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    }
    try sandbox.git("config", "core.trustctime", "false")
    try sandbox.git("update-index", "--refresh")
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: sandbox.root + "/.git/index")
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file))
    try handle.write(contentsOf: Data("bbb".utf8))
    try handle.close()
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file)
    try await commit(changes, in: repository)
    #expect(try sandbox.git("status", "--porcelain") == "M file")
  }

  @Test("a commit on a detached HEAD updates HEAD and no branch")
  func detached() async throws {
    let sandbox = try Sandbox()
    let first = try sandbox.commit("one", "x")
    try sandbox.git("switch", "--quiet", "--detach")
    let repository = try sandbox.open()
    let id = try await commit(changes, in: repository)
    #expect(try repository.head == .detached(id))
    #expect(try sandbox.id("main") == first)
    #expect(try sandbox.complaints() == "")
    #expect(try sandbox.git("reflog", "-1", "--format=%gs", "HEAD") == "commit: Freeze 1.0")
  }

  @Test("a commit in a linked worktree updates its branch and its index")
  func linkedWorktree() async throws {
    let sandbox = try Sandbox()
    let first = try sandbox.commit("one", "x")
    try sandbox.git("worktree", "add", "--quiet", "../linked")
    let linked = sandbox.folder + "/linked"
    let repository = try sandbox.open(linked)
    let id = try await commit(changes, in: repository)
    #expect(try sandbox.id("refs/heads/linked") == id)
    #expect(try sandbox.id("main") == first)
    #expect(try sandbox.complaints() == "")
    #expect(try sandbox.complaints(in: linked) == "")
    #expect(sandbox.read(linked + "/Ledger/1.0/schema.sql") == "create table t(x);\n")
    #expect(!sandbox.exists("Ledger"))
  }

  @Test(
    "a reference outside refs/heads is updated if HEAD points to it", arguments: ["refs/odd/x", "refs/heads/refs/x"])
  func oddBranch(_ reference: String) async throws {
    let sandbox = try Sandbox()
    try sandbox.commit("one", "1")
    try sandbox.git("update-ref", reference, "HEAD")
    try sandbox.git("symbolic-ref", "HEAD", reference)
    let id = try await commit(changes, in: sandbox.open())
    #expect(try sandbox.id(reference) == id)
    #expect(try sandbox.git("for-each-ref", "--format=%(refname)").split(separator: "\n").count == 2)
  }

  @Test("a symbolic branch stays symbolic, and its target is updated")
  func symbolicBranch() async throws {
    let sandbox = try Sandbox()
    try sandbox.commit("one", "1")
    try sandbox.git("symbolic-ref", "refs/heads/alias", "refs/heads/main")
    try sandbox.git("symbolic-ref", "HEAD", "refs/heads/alias")
    let id = try await commit(changes, in: sandbox.open())
    #expect(try sandbox.id("main") == id)
    #expect(try sandbox.git("symbolic-ref", "refs/heads/alias") == "refs/heads/main")
    #expect(try sandbox.complaints() == "")
  }

  @Test("a lost race changes nothing")
  func lostRace() async throws {
    let sandbox = try Sandbox()
    try sandbox.commit("one", "1")
    let repository = try sandbox.open()
    let planned = try repository.head
    let theirs = try sandbox.commit("one", "2")
    let before = try sandbox.git("ls-files", "--stage")
    let error = await #expect(throws: GitError.self) { try await commit(changes, in: repository, onto: planned) }
    #expect(error == .referenceMoved(name: "refs/heads/main", expected: planned.commit, found: theirs))
    #expect(try sandbox.id("HEAD") == theirs)
    #expect(try sandbox.git("ls-files", "--stage") == before)
    #expect(!sandbox.exists("Ledger"))
    #expect(try sandbox.complaints() == "")
    #expect(try lockFiles(sandbox) == [])
  }

  @Test("a branch created or switched in the meantime is a lost race, too")
  func otherRaces() async throws {
    let sandbox = try Sandbox()
    let repository = try sandbox.open()
    let unborn = try repository.head
    let first = try sandbox.commit("one", "1")
    await #expect(throws: GitError.referenceMoved(name: "refs/heads/main", expected: nil, found: first)) {
      try await commit(changes, in: repository, onto: unborn)
    }
    let onMain = try repository.head
    try sandbox.git("switch", "--quiet", "-c", "topic")
    await #expect(throws: GitError.headMoved(expected: "on main", found: "on topic")) {
      try await commit(changes, in: repository, onto: onMain)
    }
    try sandbox.git("switch", "--quiet", "--detach")
    await #expect(throws: GitError.headMoved(expected: "on main", found: "detached at \(first.short)")) {
      try await commit(changes, in: repository, onto: onMain)
    }
    #expect(!sandbox.exists("Ledger"))
    #expect(try sandbox.complaints() == "")
    #expect(try lockFiles(sandbox) == [])
  }

  @Test(
    "if another process holds a lock, nothing changes",
    arguments: [
      "index.lock", "HEAD.lock", "refs/heads/main.lock",
    ])
  func locked(_ lock: String) async throws {
    let sandbox = try Sandbox()
    let first = try sandbox.commit("one", "1")
    try sandbox.write(".git/" + lock, "")
    let repository = try sandbox.open()
    let expected: GitError =
      lock == "index.lock"
      ? .indexLocked(path: sandbox.root + "/.git/index.lock") : .referenceLocked(name: String(lock.dropLast(5)))
    await #expect(throws: expected) { try await commit(changes, in: repository) }
    #expect(try lockFiles(sandbox) == [lock])
    #expect(try sandbox.id("HEAD") == first)
    #expect(!sandbox.exists("Ledger"))
    #expect(try sandbox.complaints() == "")
  }

  @Test("of two concurrent commits one succeeds and the other reports an error")
  func twoAtOnce() async throws {
    let sandbox = try Sandbox()
    let first = try sandbox.commit("one", "1")
    let root = sandbox.root
    let outcomes = await withTaskGroup(of: Result<ObjectID, any Error>.self) { group in
      for number in 1...8 {
        group.addTask {
          do {
            let repository = try Repository.discover(from: root)
            return .success(
              try await repository.commit(
                [.write(path: "file\(number)", bytes: bytes("x"))], message: "Commit \(number)",
                onto: .branch(name: "main", first), author: ada, committer: grace))
          } catch {
            return .failure(error)
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes.count { (try? $0.get()) != nil } == 1)
    for case .failure(let error) in outcomes {
      switch error as? GitError {
      case .indexLocked, .referenceLocked, .referenceMoved, .writerBusy: continue
      default: Issue.record(error)
      }
    }
    #expect(try sandbox.git("rev-list", "--count", "HEAD") == "2")
    #expect(try sandbox.complaints() == "")
    #expect(try lockFiles(sandbox) == [])
  }

  @Test(
    "a commit without a change is an error",
    arguments: [
      [FileChange.write(path: "one", bytes: bytes("1"))], [.remove(path: "nothing")], [],
    ])
  func nothing(_ changes: [FileChange]) async throws {
    let sandbox = try Sandbox()
    try sandbox.commit("one", "1")
    let repository = try sandbox.open()
    await #expect(throws: GitError.nothingToCommit) { try await commit(changes, in: repository) }
  }

  @Test(
    "paths that are not valid in a tree are rejected",
    arguments: [
      "", "/a", "a/", "a//b", "../a", "a/./b", ".git/config", "a/.GIT/x", "a\0b",
    ])
  func paths(_ path: String) async throws {
    let sandbox = try Sandbox()
    let repository = try sandbox.open()
    let change = FileChange.write(path: path, bytes: [])
    await #expect(throws: GitError.invalidPath(path)) { try await commit([change], in: repository) }
    #expect(throws: GitError.invalidPath(path)) { try repository.stage([change]) }
    #expect(throws: GitError.invalidPath(path)) { try repository.writeWorkTree([change]) }
  }

  @Test(
    "a path listed twice, or as file and folder, is rejected", arguments: [("a", "a"), ("a/b", "a"), ("a", "a/b/c")])
  func twice(_ one: String, _ other: String) async throws {
    let sandbox = try Sandbox()
    let repository = try sandbox.open()
    let changes = [one, other].map { FileChange.write(path: $0, bytes: []) }
    await #expect(throws: GitError.invalidPath("a")) { try await commit(changes, in: repository) }
  }

  @Test("the message is cleaned up, and its first line is in the reflog")
  func message() async throws {
    let sandbox = try Sandbox()
    let repository = try sandbox.open()
    try await commit(changes, in: repository, message: "\n\n  Subject  \n\n\n\n# not a comment\nTrailer: x\n\n")
    #expect(try sandbox.git("cat-file", "commit", "HEAD").hasSuffix("\n\n  Subject\n\n# not a comment\nTrailer: x"))
    #expect(try sandbox.git("reflog", "-1", "--format=%gs") == "commit (initial):   Subject")
  }

  @Test("the work tree can be left unchanged")
  func leave() async throws {
    let sandbox = try Sandbox()
    try await commit(changes, in: sandbox.open(), workTree: .leave)
    #expect(!sandbox.exists("Ledger"))
    #expect(try sandbox.git("status", "--porcelain") == "D Ledger/1.0/run\n D Ledger/1.0/schema.sql")
  }

  @Test("commits follow each other on one open repository")
  func chain() async throws {
    let sandbox = try Sandbox()
    let repository = try sandbox.open()
    for number in 1...3 {
      try await commit([.write(path: "a/file\(number)", bytes: bytes("\(number)"))], in: repository)
      #expect(try sandbox.complaints() == "")
    }
    try await commit(
      [
        .remove(path: "a/file1"), .remove(path: "a/file2"), .remove(path: "a/file3"),
        .write(path: "b", bytes: []),
      ], in: repository)
    #expect(try sandbox.complaints() == "")
    #expect(try sandbox.git("ls-tree", "-r", "--name-only", "HEAD") == "b")
    #expect(try sandbox.git("rev-list", "--count", "HEAD") == "4")
    #expect(!sandbox.exists("a"))
  }

  @Test("files that a failed commit has removed are written again")
  func removedAgain() async throws {
    let sandbox = try Sandbox()
    try sandbox.commit("a/one", "1")
    try sandbox.write("a/one", "edited", executable: true)
    try sandbox.commit("a/two", "2")
    try FileManager.default.removeItem(atPath: sandbox.root + "/a/two")
    try sandbox.write("a/two/file", "in the way")
    let before = try sandbox.git("status", "--porcelain")
    let repository = try sandbox.open()
    let changes: [FileChange] = [.write(path: "new", bytes: []), .remove(path: "a/one"), .remove(path: "a/two")]
    await #expect(throws: GitError.self) { try await commit(changes, in: repository) }
    #expect(throws: GitError.self) { try repository.stage(changes) }
    #expect(try sandbox.git("status", "--porcelain") == before)
    #expect(sandbox.read("a/one") == "edited")
    #expect(!sandbox.exists("new"))
  }

  @Test("a bare repository is rejected")
  func bare() async throws {
    let sandbox = try Sandbox("--bare")
    await #expect(throws: GitError.bareRepository(path: sandbox.root)) {
      try await commit(changes, in: sandbox.open())
    }
  }

  @Test("a path with a conflict is rejected")
  func conflict() async throws {
    let sandbox = try Sandbox()
    try sandbox.commit("file", "base")
    try sandbox.git("switch", "--quiet", "-c", "topic")
    try sandbox.commit("file", "theirs")
    try sandbox.git("switch", "--quiet", "main")
    try sandbox.commit("file", "ours")
    _ = try? sandbox.git("merge", "topic")
    await #expect(throws: GitError.unmergedPath("file")) {
      try await commit([.write(path: "file", bytes: bytes("x"))], in: sandbox.open())
    }
    #expect(sandbox.read("file")?.contains("<<<<<<<") == true)
  }

  @Test("files that a killed process leaves beside the lock of the index do no harm")
  func leftLock() async throws {
    let sandbox = try Sandbox()
    try sandbox.write(".git/index.lock.lock", "half an index")
    _ = try await commit(changes, in: sandbox.open())
    #expect(try sandbox.complaints() == "")
    #expect(try lockFiles(sandbox) == [])
  }

  @Test("a commit that fails removes its files again")
  func failure() async throws {
    let sandbox = try Sandbox()
    let first = try sandbox.commit("one", "1")
    // The reflog cannot be written, so the branch is not updated.
    try FileManager.default.removeItem(atPath: sandbox.root + "/.git/logs/refs/heads/main")
    try sandbox.write(".git/logs/refs/heads/main/folder", "")
    await #expect(throws: GitError.self) { try await commit(changes, in: sandbox.open()) }
    #expect(try sandbox.id("HEAD") == first)
    #expect(try sandbox.git("status", "--porcelain") == "")
    #expect(try lockFiles(sandbox) == [])
  }

  @Test("files that are equal in HEAD and the work tree are added to the index, and no others")
  func completeIndex() throws {
    let sandbox = try Sandbox()
    for path in ["one", "two", "three", "four"] { try sandbox.commit(path, path) }
    try sandbox.git("rm", "--quiet", "--cached", "one", "two")
    try sandbox.git("rm", "--quiet", "three")
    try sandbox.write("two", "edited")
    try sandbox.write("four", "edited")
    try sandbox.open().completeIndex(["one", "two", "three", "four", "five"])
    #expect(try sandbox.git("status", "--porcelain") == "M four\nD  three\nD  two\n?? two")
  }

  @Test("staging adds exactly the changes, in the order git would")
  func stage() throws {
    let sandbox = try Sandbox()
    try sandbox.commit("one", "1")
    try sandbox.write("other", "staged")
    try sandbox.git("add", "other")
    let repository = try sandbox.open()
    try repository.stage(changes + [.remove(path: "one")])
    #expect(
      try sandbox.git("status", "--porcelain")
        == "A  Ledger/1.0/run\nA  Ledger/1.0/schema.sql\nD  one\nA  other")
    #expect(try sandbox.git("diff", "--name-only") == "")
    try sandbox.git("commit", "--quiet", "-m", "by git")
    #expect(try sandbox.complaints() == "")
    try sandbox.write(".git/index.lock", "")
    #expect(throws: GitError.indexLocked(path: sandbox.root + "/.git/index.lock")) {
      try repository.stage([.write(path: "x", bytes: [])])
    }
    #expect(!sandbox.exists("x"))
  }

  private func lockFiles(_ sandbox: Sandbox) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: sandbox.root + "/.git").filter { $0.hasSuffix(".lock") }
      .sorted()
  }
}
