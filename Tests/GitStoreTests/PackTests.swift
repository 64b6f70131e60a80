import Digests
import Foundation
import TestSupport
import Testing

@testable import GitStore

/// Packs are read as Git reads them, and damage in them is an error. With each kind of damage that is made on purpose here,
/// libgit2 1.5 reads outside of its memory or does not return.
@Suite("Packs")
struct PackTests {
  /// A repository whose objects are all in one pack, as deltas where possible.
  private static func packed(_ configuration: [String] = []) throws -> Sandbox {
    let sandbox = try Sandbox()
    for setting in configuration {
      let parts = setting.split(separator: "=").map(String.init)
      try sandbox.git("config", parts[0], parts[1])
    }
    let lines = (0..<200).map { "line \($0 &* 2_654_435_761 % 65_521)\n" }
    for number in 0..<30 {
      var text = lines
      text[number * 5] = "changed\n"
      try sandbox.commit("folder/long", text.joined() + String(repeating: "x", count: number))
      try sandbox.commit("small\(number % 7)", "\(number)")
    }
    try sandbox.write("empty", "")
    try sandbox.git("add", ".")
    try sandbox.git("commit", "--quiet", "-m", "Empty")
    try sandbox.git("tag", "-a", "-m", "A tag", "v1")
    try sandbox.git("repack", "-qadf")
    try sandbox.git("prune-packed")
    return sandbox
  }

  private static func path(_ sandbox: Sandbox, _ ending: String) throws -> String {
    let folder = sandbox.root + "/.git/objects/pack"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(ending) }
    return folder + "/" + (try #require(names.first))
  }

  /// Compares the size, the type and the content of each object with what Git says.
  private static func compare(_ sandbox: Sandbox, in place: String? = nil) throws {
    let repository = try sandbox.open(place)
    let list = try sandbox.git("cat-file", "--batch-all-objects", "--batch-check", in: place)
    #expect(list.split(separator: "\n").count > 100)
    for line in list.split(separator: "\n") {
      let parts = line.split(separator: " ")
      let id = try #require(ObjectID(hex: String(parts[0])))
      let type = try repository.rawObject(id).type
      #expect(try repository.size(of: id) == Int(parts[2]), "\(line)")
      #expect(try repository.verifiedObject(id, type).withBytes(\.count) == Int(parts[2]), "\(line)")
      #expect(try repository.contains(id))
    }
  }

  @Test(
    "each object is read as by git",
    arguments: [
      [], ["repack.useDeltaBaseOffset=false"], ["pack.indexVersion=1"], ["core.compression=0"],
      ["pack.packSizeLimit=1m"],
    ])
  func reading(_ configuration: [String]) throws {
    let sandbox = try Self.packed(configuration)
    #expect(try sandbox.git("count-objects", "-v").contains("count: 0\n"))
    try Self.compare(sandbox)
  }

  @Test("offsets that need 64 bits, as in packs of more than 2 GB")
  func longOffsets() throws {
    let sandbox = try Self.packed()
    let pack = try Self.path(sandbox, ".pack")
    try sandbox.git("index-pack", "--index-version=2,0x40", "-o", sandbox.folder + "/long.idx", pack)
    let index = try Self.path(sandbox, ".idx")
    try FileManager.default.removeItem(atPath: index)
    try FileManager.default.moveItem(atPath: sandbox.folder + "/long.idx", toPath: index)
    try Self.compare(sandbox)
  }

  @Test("packs of an alternate, and of the alternate's alternate")
  func alternates() throws {
    let sandbox = try Self.packed()
    let (near, far) = (sandbox.folder + "/near", sandbox.folder + "/far")
    try sandbox.git("clone", "--quiet", "--shared", sandbox.root, near)
    try sandbox.git("clone", "--quiet", "--shared", near, far)
    try Self.compare(sandbox, in: far)
    // A relative path, and a circle.
    try sandbox.write(near + "/.git/objects/info/alternates", "# a comment\n../../../repository/.git/objects\n")
    try Self.compare(sandbox, in: near)
    try sandbox.write(sandbox.root + "/.git/objects/info/alternates", near + "/.git/objects\n")
    try Self.compare(sandbox, in: near)
  }

  @Test("a revision may be the beginning of an id")
  func prefixes() throws {
    let sandbox = try Self.packed()
    let repository = try sandbox.open()
    let id = try sandbox.id("HEAD~3")
    #expect(try repository.resolve(String(id.hex.prefix(9))) == id)
    #expect(throws: GitError.self) { try repository.resolve("0123456789abcdef") }
  }

  @Test("packs that another process replaces are found")
  func replaced() throws {
    let sandbox = try Self.packed()
    let repository = try sandbox.open()
    #expect(try repository.commitHeader(sandbox.id("HEAD")).parents.count == 1)
    let next = try sandbox.commit("next", "next")
    try sandbox.git("repack", "-qadf")
    #expect(try repository.commitHeader(next).parents == [sandbox.id("HEAD~")])
    #expect(try repository.size(of: sandbox.id("HEAD:next")) == 4)
    // The pack was found, and is deleted before it is read.
    let other = try sandbox.open()
    try sandbox.commit("last", "last")
    try sandbox.git("repack", "-qadf")
    #expect(try other.commitHeader(next).parents == [sandbox.id("HEAD~2")])
  }

  /// Reads everything, as a command would. Only the errors that a command explains may be thrown.
  private static func readAll(_ sandbox: Sandbox, _ ids: [ObjectID]) throws {
    do {
      let repository = try sandbox.open()
      for id in ids {
        do {
          _ = try repository.size(of: id)
          _ = try repository.verifiedObject(id, try repository.rawObject(id).type)
        } catch GitError.corrupt, GitError.missingObject {
          continue
        } catch GitError.outOfMemory {
          Issue.record("the memory that a damaged file asks for must not be allocated")
        }
      }
    } catch GitError.damagedPackIndex {
      return
    }
  }

  @Test("damage of any kind is an error", arguments: [".idx", ".pack"], ["true", "false"])
  func damage(_ ending: String, _ usesOffsets: String) throws {
    let sandbox = try Self.packed(["repack.useDeltaBaseOffset=\(usesOffsets)"])
    let list = try sandbox.git("cat-file", "--batch-all-objects", "--batch-check=%(objectname)")
    let ids = list.split(separator: "\n").compactMap { ObjectID(hex: String($0)) }
    let path = try Self.path(sandbox, ending)
    let whole = [UInt8](try #require(FileManager.default.contents(atPath: path)))
    var random = Generator(state: 7)
    for number in 0..<300 {
      var damaged = whole
      let place = Int.random(in: 0..<whole.count, using: &random)
      switch number % 4 {
      case 0, 1: damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 2: damaged[place] = UInt8.random(in: 0...255, using: &random)
      default: damaged = Array(damaged.prefix(place))
      }
      try FileManager.default.removeItem(atPath: path)
      try Data(damaged).write(to: URL(fileURLWithPath: path))
      try Self.readAll(sandbox, ids)
    }
  }

  private struct Generator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 29
    }
  }

  // MARK: - Packs that Git does not write

  /// Writes a pack of these entries and its index, which has other offsets if they are given.
  private func write(_ entries: [(id: ObjectID, bytes: [UInt8])], offsets: [Int] = []) throws -> Sandbox {
    func word(_ value: Int) -> [UInt8] { withUnsafeBytes(of: UInt32(value).bigEndian) { Array($0) } }
    let sandbox = try Sandbox()
    var pack = bytes("PACK") + word(2) + word(entries.count)
    var places: [Int] = []
    for entry in entries {
      places.append(pack.count)
      pack += entry.bytes
    }
    pack += sha1(pack[...])
    var index = [0xff, 0x74, 0x4f, 0x63] + word(2)
    for first in 0..<256 { index += word(entries.count { $0.id.firstByte <= first }) }
    for entry in entries { index += withUnsafeBytes(of: entry.id.oid) { Array($0) } }
    for _ in entries { index += word(0) }
    for offset in offsets.isEmpty ? places : offsets { index += word(offset) }
    index += pack.suffix(20)
    index += sha1(index[...])
    let name = sandbox.root + "/.git/objects/pack/pack-" + String(repeating: "1", count: 40)
    try FileManager.default.createDirectory(atPath: folderName(name), withIntermediateDirectories: true)
    try Data(pack).write(to: URL(fileURLWithPath: name + ".pack"))
    try Data(index).write(to: URL(fileURLWithPath: name + ".idx"))
    return sandbox
  }

  private let one = ObjectID.zero.with(firstByte: 1)
  private let two = ObjectID.zero.with(firstByte: 2)

  /// A delta by name with a header for a size of 4 and no compression: the sizes 4 and 4, and "copy 4 bytes".
  private func delta(on base: ObjectID) -> [UInt8] {
    [0x74] + withUnsafeBytes(of: base.oid) { Array($0) }
      + [0x78, 0x01, 0x01, 4, 0, 0xfb, 0xff, 4, 4, 0x90, 4, 0x01, 0x44, 0x00, 0x9d]
  }

  private func expect(_ reason: String, of id: ObjectID, in sandbox: Sandbox) throws {
    let repository = try sandbox.open()
    #expect(throws: GitError.corrupt(id, reason: reason)) { try repository.rawObject(id) }
    #expect(throws: GitError.corrupt(id, reason: reason)) { try repository.size(of: id) }
  }

  @Test("deltas that refer to each other are an error")
  func circle() throws {
    try expect(
      "its deltas refer to each other", of: one,
      in: write([(one, delta(on: two)), (two, delta(on: one))]))
    try expect("its deltas refer to each other", of: one, in: write([(one, delta(on: one))]))
  }

  @Test("an offset outside of the pack is an error", arguments: [0, 5, 60, 1 << 20, 0x7fff_ffff])
  func offset(_ offset: Int) throws {
    let sandbox = try write([(one, [0x30, 0x78, 0x01, 0x03, 0, 0, 0, 0, 1])], offsets: [offset])
    try expect("its offset is outside of the pack", of: one, in: sandbox)
  }

  @Test("a size that the compressed data cannot have is an error, and is not allocated")
  func size() throws {
    let sandbox = try write([(one, [0xbf] + Array(repeating: 0xff, count: 5) + [0x7f, 0x78, 0x01, 0x03, 0])])
    try expect("its size in the pack is not valid", of: one, in: sandbox)
  }

  @Test("a delta that is cut off is an error")
  func cutOff() throws {
    let base: [UInt8] = [0x34, 0x78, 0x01, 0x01, 4, 0, 0xfb, 0xff, 97, 98, 99, 100, 0x03, 0xd8, 0x01, 0x8b]
    let whole = try write([(one, base), (two, delta(on: one))])
    #expect(try whole.open().rawObject(two).withBytes { [UInt8]($0) } == bytes("abcd"))
    #expect(try whole.open().size(of: two) == 4)
    for length in 21..<delta(on: one).count {
      let sandbox = try write([(one, base), (two, Array(delta(on: one).prefix(length)))])
      #expect(throws: GitError.self, "\(length)") { try sandbox.open().rawObject(two) }
      #expect(throws: GitError.self, "\(length)") { try sandbox.open().size(of: two) }
    }
  }

  @Test("an index whose tables do not fit into the file is an error that names the file")
  func index() throws {
    let sandbox = try Self.packed()
    let path = try Self.path(sandbox, ".idx")
    let whole = [UInt8](try #require(FileManager.default.contents(atPath: path)))
    var many = whole
    // 28 times this number, in 32 bits, is 28 times the number of objects.
    for place in (8 + 255 * 4)..<(8 + 256 * 4) { many[place] = place % 4 == 0 ? 0x40 | whole[place] : whole[place] }
    for (content, reason) in [(many, "its length does not fit"), (Array(whole.prefix(500)), "it is cut off")] {
      try FileManager.default.removeItem(atPath: path)
      try Data(content).write(to: URL(fileURLWithPath: path))
      let error = #expect(throws: GitError.self) { try sandbox.open() }
      guard case .damagedPackIndex(path, let found) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(found.hasPrefix(reason))
    }
    // What the hint says.
    let pack = try Self.path(sandbox, ".pack")
    try FileManager.default.removeItem(atPath: path)
    try sandbox.git("index-pack", pack)
    try Self.compare(sandbox)
  }
}

extension ObjectID {
  /// The null id with another first byte.
  fileprivate func with(firstByte: UInt8) -> ObjectID {
    ObjectID(hex: String(format: "%02x", Int(firstByte)) + String(repeating: "0", count: 38)) ?? self
  }
}
