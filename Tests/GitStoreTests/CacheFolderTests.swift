import Digests
import Foundation
import TestSupport
import Testing

@testable import GitStore

@Suite("Cache folder")
struct CacheFolderTests {
  private let sandbox: Sandbox
  private let content = bytes("a result\n")

  init() throws { sandbox = try Sandbox() }

  private func caches(_ place: String? = nil, _ variables: [String: String] = [:]) throws -> CacheFolder {
    try sandbox.open(place, variables).caches
  }

  private var keyFile: String { sandbox.folder + "/state/schemaledger/cache-key" }
  private func file(_ name: String) -> String { sandbox.root + "/.git/schemaledger/" + name }

  private func mode(_ path: String) throws -> Int {
    try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
  }

  @Test("a file that was written is read, by a later run, too")
  func written() throws {
    try caches().write([content, bytes("more\n")], to: "results", as: "results")
    #expect(try caches().read("results", as: "results") == content + bytes("more\n"))
    try caches().write([content], to: "results", as: "results")
    #expect(try caches().read("results", as: "results") == content)
    #expect(try caches().read("other", as: "results") == nil)
  }

  /// Ways to write a file without the key.
  enum Forgery: String, CaseIterable {
    case digest, noCode, emptyCode, otherKey, otherKind, otherRepository, otherContent, capitals, cut, empty
  }

  @Test("a file of somebody who does not know the key is not read", arguments: Forgery.allCases)
  func forged(_ forgery: Forgery) throws {
    try caches().write([content], to: "results", as: "results")
    let right = try String(contentsOfFile: file("results"), encoding: .utf8)
    let text = "a forgery\n"
    var forged = right
    switch forgery {
    case .digest: forged = text + sha256(text) + "\n"
    case .noCode: forged = text
    case .emptyCode: forged = text + String(repeating: "0", count: 64) + "\n"
    case .otherKey:
      try caches(nil, ["XDG_STATE_HOME": sandbox.folder + "/other"]).write([content], to: "results", as: "results")
      forged = try String(contentsOfFile: file("results"), encoding: .utf8)
    case .otherKind:
      try caches().write([content], to: "results", as: "sources")
      forged = try String(contentsOfFile: file("results"), encoding: .utf8)
    case .otherRepository:
      let copy = sandbox.folder + "/copy"
      try sandbox.git("clone", "--quiet", sandbox.root, copy)
      try caches(copy).write([content], to: "results", as: "results")
      forged = try String(contentsOfFile: copy + "/.git/schemaledger/results", encoding: .utf8)
    case .otherContent: forged = right.replacing("a result", with: "a rexult")
    case .capitals: forged = right.uppercased()
    case .cut: forged = String(right.dropLast())
    case .empty: forged = ""
    }
    try #require(forged != right)
    try forged.write(toFile: file("results"), atomically: true, encoding: .utf8)
    #expect(try caches().read("results", as: "results") == nil)
    try right.write(toFile: file("results"), atomically: true, encoding: .utf8)
    #expect(try caches().read("results", as: "results") == content)
  }

  @Test("a file of a linked worktree is that of the repository")
  func worktrees() throws {
    try sandbox.commit("a", "1")
    try sandbox.git("worktree", "add", "--quiet", sandbox.folder + "/linked")
    try caches(sandbox.folder + "/linked").write([content], to: "results", as: "results")
    #expect(try caches().read("results", as: "results") == content)
  }

  @Test("a FIFO in a file's place is not waited for")
  func fifo() throws {
    try caches().write([content], to: "results", as: "results")
    try FileManager.default.removeItem(atPath: file("results"))
    #expect(mkfifo(file("results"), 0o600) == 0)
    #expect(try caches().read("results", as: "results") == nil)
    try caches().write([content], to: "results", as: "results")
    #expect(try caches().read("results", as: "results") == content)
  }

  @Test("nothing is written through a link to a folder", arguments: ["", "/history"])
  func links(_ place: String) throws {
    let elsewhere = sandbox.folder + "/elsewhere"
    try FileManager.default.createDirectory(atPath: elsewhere + "/history", withIntermediateDirectories: true)
    let link = sandbox.root + "/.git/schemaledger" + place
    try FileManager.default.createDirectory(
      atPath: URL(fileURLWithPath: link).deletingLastPathComponent().path, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: elsewhere + place)
    try caches().write([content], to: "history/x", as: "history")
    #expect(try FileManager.default.subpathsOfDirectory(atPath: elsewhere) == ["history"])
  }

  // MARK: The key

  @Test("the key is created when a file is first written, and only its user can read it")
  func key() throws {
    #expect(try caches().read("results", as: "results") == nil)
    #expect(!FileManager.default.fileExists(atPath: keyFile))
    try caches().write([content], to: "results", as: "results")
    let key = try Data(contentsOf: URL(fileURLWithPath: keyFile))
    #expect(key.count == 32 && Set(key).count > 8)
    #expect(try mode(keyFile) == 0o600 && mode(sandbox.folder + "/state/schemaledger") == 0o700)
    try caches().write([content], to: "sources", as: "sources")
    #expect(try Data(contentsOf: URL(fileURLWithPath: keyFile)) == key)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: sandbox.folder + "/state/schemaledger") == ["cache-key"])
    #expect(try caches().problem == nil)
  }

  @Test("of many that create the key at once, one does, and all use it")
  func race() async throws {
    for round in 0..<20 {
      let state = StateFolder(path: sandbox.folder + "/race\(round)/schemaledger")
      let keys = try await withThrowingTaskGroup(of: [UInt8]?.self) { group in
        for _ in 0..<8 { group.addTask { try CacheKey(state: state, secret: nil).bytes(creating: true) } }
        return try await group.reduce(into: Set<[UInt8]?>()) { $0.insert($1) }
      }
      #expect(keys.count == 1 && keys.first??.count == 32)
      #expect(try FileManager.default.contentsOfDirectory(atPath: state.path) == ["cache-key"])
    }
  }

  /// States of the key's file in which it is not used.
  enum Unusable: String, CaseIterable {
    case readable, writable, link, folder, short, long, stateIsFile
  }

  @Test("a key that others may know is not used, and nothing is written", arguments: Unusable.allCases)
  func unusable(_ state: Unusable) throws {
    try caches().write([content], to: "results", as: "results")
    let files = FileManager.default
    switch state {
    case .readable: try files.setAttributes([.posixPermissions: 0o640], ofItemAtPath: keyFile)
    case .writable: try files.setAttributes([.posixPermissions: 0o602], ofItemAtPath: keyFile)
    case .link:
      try files.moveItem(atPath: keyFile, toPath: sandbox.folder + "/key")
      try files.createSymbolicLink(atPath: keyFile, withDestinationPath: sandbox.folder + "/key")
    case .folder:
      try files.removeItem(atPath: keyFile)
      try files.createDirectory(atPath: keyFile, withIntermediateDirectories: false)
    case .short, .long:
      let handle = try #require(FileHandle(forWritingAtPath: keyFile))
      try handle.truncate(atOffset: state == .short ? 31 : 33)
    case .stateIsFile:
      try files.removeItem(atPath: sandbox.folder + "/state")
      try Data().write(to: URL(fileURLWithPath: sandbox.folder + "/state"))
    }
    #expect(try caches().read("results", as: "results") == nil)
    try caches().write([content], to: "sources", as: "sources")
    #expect(!files.fileExists(atPath: file("sources")))
    #expect(try caches().problem != nil)
  }

  @Test("without a home folder there is no key, and nothing is written", arguments: ["", "relative"])
  func homeless(_ home: String) throws {
    let caches = try caches(nil, ["XDG_STATE_HOME": home, "HOME": home])
    #expect(caches.problem == .noStateFolder)
    caches.write([content], to: "results", as: "results")
    #expect(!sandbox.exists(".git/schemaledger") && caches.secretFolder("build") == nil)
  }

  @Test("the state is in XDG_STATE_HOME, or else in the home folder")
  func places() {
    #expect(StateFolder(["XDG_STATE_HOME": "/s", "HOME": "/h"])?.path == "/s/schemaledger")
    #if canImport(Darwin)
      let usual = "/h/Library/Application Support/schemaledger"
    #else
      let usual = "/h/.local/state/schemaledger"
    #endif
    for other in [nil, "", "relative"] {
      var variables = ["HOME": "/h"]
      variables["XDG_STATE_HOME"] = other
      #expect(StateFolder(variables)?.path == usual)
    }
    #expect(StateFolder([:]) == nil)
  }

  @Test("machines with one secret read each other's files, wherever the repository is")
  func secret() throws {
    let copy = sandbox.folder + "/copy"
    try sandbox.git("clone", "--quiet", sandbox.root, copy)
    func variables(_ secret: String, _ machine: String) -> [String: String] {
      ["SCHEMALEDGER_CACHE_KEY": secret, "XDG_STATE_HOME": sandbox.folder + "/" + machine]
    }
    let secret = String(repeating: "s", count: 32)
    try caches(nil, variables(secret, "one")).write([content], to: "results", as: "results")
    try FileManager.default.copyItem(
      atPath: sandbox.root + "/.git/schemaledger", toPath: copy + "/.git/schemaledger")
    #expect(try caches(copy, variables(secret, "two")).read("results", as: "results") == content)
    #expect(try caches(copy, variables(secret + "t", "two")).read("results", as: "results") == nil)
    #expect(try caches(copy, variables("", "one")).read("results", as: "results") == nil)
    let short = try caches(copy, variables(String(secret.dropLast()), "one"))
    #expect(short.problem == .shortSecret(bytes: 31) && short.read("results", as: "results") == nil)
  }

  @Test("the name of a build folder depends on the key and on the repository")
  func secretFolders() throws {
    let copy = sandbox.folder + "/copy"
    try sandbox.git("clone", "--quiet", sandbox.root, copy)
    let own = try #require(try caches().secretFolder("build"))
    #expect(try own.hasPrefix(file("build/")) && caches().secretFolder("build") == own)
    let other = try #require(try caches(nil, ["XDG_STATE_HOME": sandbox.folder + "/other"]).secretFolder("build"))
    let copied = try #require(try caches(copy).secretFolder("build"))
    #expect(Set([own, other, copied].map { $0.split(separator: "/").last }).count == 3)
  }
}
