import Foundation
import SchemaMigration
import SchemaModel
import Testing

@testable import SchemaTesting

@Suite("Snapshots")
final class SnapshotTests: MigrationTestCase {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("snapshots-\(UUID().uuidString)")
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func store(title: String = "Hello", body: String = "Body") throws -> URL {
    try fixture(schema: SchemaV1.self) { context in
      let date = Date(timeIntervalSince1970: 1_700_000_000.25)
      context.insert(PostV1(id: "p1", title: title, body: body, createdAt: date))
    }
  }

  private func check(
    _ store: URL, _ recording: SnapshotRecording = .whenMissing, ignoring ignored: Set<String> = ["Author.id"]
  ) async throws {
    try await assertMigrationSnapshot(
      fixture: store, through: SchemaV4.self, plan: MyPlan.plan, matches: "posts.json", record: recording,
      ignoring: ignored, directory: folder)
  }

  private var file: URL { folder.appendingPathComponent("posts.json") }

  private func error(_ body: () async throws -> Void) async -> SnapshotError? {
    do {
      try await body()
      return nil
    } catch {
      return error as? SnapshotError
    }
  }

  @Test("the first run records and fails, the second compares")
  func firstRun() async throws {
    let store = try store()
    let first = await error { try await check(store) }
    #expect(first == .recorded(path: file.path))
    #expect(first?.description == "Recorded new snapshot at \(file.path). Re-run the test to verify.")
    #expect(
      try String(contentsOf: file, encoding: .utf8) == """
        {
          "Author": [
            {
              "fields": {
                "name": "Unknown"
              },
              "id": "Author/1"
            }
          ],
          "Post": [
            {
              "fields": {
                "author": "Author/1",
                "content": "Body",
                "createdAt": "2023-11-14T22:13:20.25Z",
                "id": "p1",
                "publishedAt": "2023-11-14T22:13:20.25Z",
                "slug": "hello-p1",
                "title": "Hello"
              },
              "id": "Post/1"
            }
          ]
        }

        """)
    // The fixture has not been migrated itself, and another store of the same content is equal.
    try await check(store)
    try await check(try self.store())
  }

  @Test("a difference names the lines")
  func mismatch() async throws {
    try await check(try store(), .whenMissingAndPass)
    let found = await error { try await check(try store(body: "Other")) }
    #expect(
      found?.description == """
        Migration snapshot mismatch (posts.json).
        --- expected
        +++ actual
        @@ line 14 @@
        -        "content": "Body",
        +        "content": "Other",
        """)
  }

  @Test("a value that changes with each run is a difference, unless it is ignored")
  func ignoring() async throws {
    let store = try store()
    try await check(store, .whenMissingAndPass, ignoring: [])
    let found = await error { try await check(store, ignoring: []) }
    guard case .mismatch(_, let difference)? = found else {
      Issue.record("\(String(describing: found))")
      return
    }
    #expect(difference.split(separator: "\n").filter { $0.hasPrefix("-  ") || $0.hasPrefix("+  ") }.count == 2)
    let unknown = await error { try await check(store, ignoring: ["Author.uuid"]) }
    guard case .unknownProperty("Author.uuid", let known)? = unknown else {
      Issue.record("\(String(describing: unknown))")
      return
    }
    #expect(known.contains("Author.id"))
  }

  @Test("recording may be forced or forbidden")
  func recording() async throws {
    let store = try store()
    #expect(await error { try await check(store, .never) } == .missing(path: file.path))
    #expect(!FileManager.default.fileExists(atPath: file.path))
    #expect(await error { try await check(store, .always) } == .recorded(path: file.path))
    let other = try self.store(title: "Other")
    #expect(await error { try await check(other, .always) } == .recorded(path: file.path))
    try await check(other, .never)
  }

  @Test("a snapshot whose lines end as on Windows is equal")
  func lineEnds() async throws {
    let store = try store()
    try await check(store, .whenMissingAndPass)
    let text = try String(contentsOf: file, encoding: .utf8).replacing("\n", with: "\r\n")
    try Data(text.utf8).write(to: file)
    try await check(store)
  }

  @Test("a file that cannot be written is an error")
  func unwritable() async throws {
    try Data().write(to: folder)
    guard case .file? = await error({ try await check(try store()) }) else {
      Issue.record("the folder of the snapshot is a file")
      return
    }
  }

  @Test("values of every kind are in a snapshot, and objects are ordered by numbers")
  func values() async throws {
    let store = try fixture(schema: MuseumV1.self) { context in
      let room = MuseumV1.Room(name: "R")
      let (first, second) = (MuseumV1.Guard(name: "A"), MuseumV1.Guard(name: "B"))
      context.insert(first)
      context.insert(second)
      try context.save()
      first.deputy = second
      room.guards = [second, first]
      for number in 1...11 {
        let item = MuseumV1.Item(number: number)
        item.room = room
        if number == 2 { item.photo = Data([1, 2, 255]) }
        if number == 3 { item.photo = Data(repeating: 7, count: 97) }
        context.insert(item)
        if number == 1 { try context.save() }
      }
      try context.save()
      context.insert(MuseumV1.Painting(number: 12, painter: "Vermeer"))
    }
    let container = try ModelContainer(
      for: Schema(versionedSchema: MuseumV1.self), configurations: ModelConfiguration(url: store))
    let text = try StoreSnapshot(of: container).text
    try SnapshotFile("museum.json", in: nil, beside: #filePath).check(text, .whenMissing)
    #expect(text == (try StoreSnapshot(of: container).text))
  }

  @Test("dates have all digits that they need")
  func dates() {
    let seconds = [
      0, 0.5, -0.25, -1, 721_692_800.123456, -978_307_200, 63_113_904_000, 1e-5, 2.5e-7, -1e-5, -9_500_000_000.75, 1.1,
      0.1 + 0.2, 700_000_000.0000001, 250_000_000_000.125,
    ]
    let texts = seconds.map { SnapshotDate(secondsSinceReferenceDate: $0).text }
    #expect(
      texts.prefix(10) == [
        "2001-01-01T00:00:00Z", "2001-01-01T00:00:00.5Z", "2000-12-31T23:59:59.75Z", "2000-12-31T23:59:59Z",
        "2023-11-14T22:13:20.123456Z", "1970-01-01T00:00:00Z", "4001-01-01T00:00:00Z", "2001-01-01T00:00:00.00001Z",
        "2001-01-01T00:00:00.00000025Z", "2000-12-31T23:59:59.99999Z",
      ])
    for (number, text) in zip(seconds, texts) { #expect(Self.seconds(of: text) == number, "\(text)") }
    #expect(SnapshotDate(secondsSinceReferenceDate: 1e300).text == "1e+300 s after 2001-01-01")
    #expect(SnapshotDate(secondsSinceReferenceDate: .infinity).text == "inf s after 2001-01-01")
  }

  /// Reads a date after 1582 with Foundation's calendar, which has Julian dates before, and decimal arithmetic.
  private static func seconds(of text: String) -> Double? {
    let parts = text.dropLast().split(separator: ".")
    let fields = parts[0].split { "-:T".contains($0) }.compactMap { Int($0) }
    guard fields.count == 6 else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let date = calendar.date(
      from: DateComponents(
        year: fields[0], month: fields[1], day: fields[2], hour: fields[3], minute: fields[4], second: fields[5]))
    guard let whole = date.map({ Decimal(Int($0.timeIntervalSinceReferenceDate)) }),
      let fraction = Decimal(string: "0." + (parts.count > 1 ? parts[1] : "0"))
    else { return nil }
    return Double((whole + fraction).description)
  }

  @Test("a difference of many lines is counted")
  func longDifference() {
    let long = SnapshotDifference(
      expected: (0..<3000).map { "a\($0)" }.joined(separator: "\n"),
      actual: (0..<3000).map { "b\($0)" }.joined(separator: "\n"))
    #expect(long.text.hasSuffix("\n… and 5960 more line(s)"))
    let added = SnapshotDifference(expected: "a\nb\nc\n", actual: "a\nx\nb\nc\nd\n")
    #expect(added.text == "--- expected\n+++ actual\n@@ line 2 @@\n+x\n@@ line 4 @@\n+d")
    let repeated = SnapshotDifference(expected: "a\na\n", actual: "a\na\na\n")
    #expect(repeated.text == "--- expected\n+++ actual\n@@ line 3 @@\n+a")
  }

  @Test("JSON has sorted keys, plain slashes and exact numbers")
  func json() {
    let value = SnapshotValue.object([
      "b": .list([]), "a/c": .real(0.1), "ä": .text("/\n\""), "n": .integer(.max), "x": .real(.nan), "o": .object([:]),
    ])
    #expect(
      value.text == """
        {
          "a/c": 0.1,
          "b": [],
          "n": 9223372036854775807,
          "o": {},
          "x": "nan",
          "ä": "/\\n\\""
        }

        """)
    #expect(SnapshotValue(json: Data("[1, 2.5, 0.1234567, null]".utf8)).text.contains("0.1234567"))
  }
}
