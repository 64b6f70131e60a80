import SQLiteSyntax
import Testing

@testable import ReportPage

@Suite struct LanesTests {
  @Test func aLine() {
    let lanes = Lanes(parents: [[], [0], [1]])
    #expect(lanes.width == 1)
    #expect(lanes.rows.map(\.lane) == [0, 0, 0])
    #expect(lanes.rows.map(\.upper.count) == [0, 1, 1])
    #expect(lanes.rows.map(\.lower.count) == [1, 1, 0])
  }

  @Test func aBranch() {
    // 0 ─ 1 ─ 3, and 2 follows 0.
    let lanes = Lanes(parents: [[], [0], [0], [1]])
    #expect(lanes.width == 2)
    #expect(lanes.rows.map(\.lane) == [0, 1, 0, 0])
  }

  @Test func aMerge() {
    let lanes = Lanes(parents: [[], [0], [0], [1, 2]])
    #expect(lanes.rows.map(\.lane) == [0, 1, 0, 0])
    #expect(lanes.rows[0].lower == [.init(from: 0, to: 0), .init(from: 0, to: 1)])
    #expect(lanes.rows[2].lower == [.init(from: 1, to: 0), .init(from: 0, to: 0)])
    #expect(lanes.rows[3].upper == [.init(from: 0, to: 0)])
  }

  /// Each line of a row goes on in the next row.
  @Test func linesMeet() {
    var state: UInt32 = 1
    func random(below limit: Int) -> Int {
      state = state &* 1_664_525 &+ 1_013_904_223
      return Int(state >> 16) % limit
    }
    for _ in 0..<200 {
      let count = 1 + random(below: 20)
      let parents = (0..<count).map { version in
        version == 0 ? [] : (0..<random(below: 3)).map { _ in random(below: version) }
      }
      let rows = Lanes(parents: parents).rows
      #expect(rows.count == count)
      for (row, next) in zip(rows, rows.dropFirst()) {
        #expect(Set(row.lower.map(\.to)) == Set(next.upper.map(\.from)), "\(parents)")
      }
      #expect(rows.first?.upper == [] && rows.last?.lower == [], "\(parents)")
    }
  }

  @Test func noVersion() {
    #expect(Lanes(parents: []).rows == [])
    // A parent that does not exist yet is ignored.
    #expect(Lanes(parents: [[5], [-1]]).rows.flatMap(\.lower) == [])
  }
}

@Suite struct TableHistoryTests {
  private func history(_ versions: [[String: [String]]]) -> [TableHistory.Table] {
    TableHistory(
      versions.enumerated().map { index, tables in
        let schema = ReportSchema(
          tables: tables.sorted { $0.key < $1.key }.map { name, columns in
            .init(
              name: name, kind: "table",
              columns: columns.map { column in
                let words = column.split(separator: " ").map(String.init)
                return .init(name: words[0], type: words.dropFirst().joined(separator: " "))
              })
          })
        return ("\(index + 1)", schema)
      }
    ).tables
  }

  private func events(_ table: TableHistory.Table, _ column: String) -> [String] {
    table.columns[column.identifier]?.events.map { "\($0.version): \($0.text)" } ?? []
  }

  @Test func columns() throws {
    let tables = history([
      ["a": ["id INTEGER", "b TEXT"]], ["a": ["id INTEGER", "b REAL", "c TEXT"]], ["a": ["id INTEGER", "c TEXT"]],
    ])
    let table = try #require(tables.first)
    #expect(table.since == "1")
    #expect(events(table, "id") == ["1: with the table"])
    #expect(events(table, "c") == ["2: added"])
    #expect(table.removedColumns.map { "\($0.name) \($0.version)" } == ["b 3"])
    #expect(events(history([["a": ["b TEXT"]], ["a": ["b REAL"]]])[0], "b") == ["1: with the table", "2: was TEXT"])
  }

  @Test func aColumnThatComesBack() {
    let table = history([["a": ["b", "c"]], ["a": ["c"]], ["a": ["b", "c"]]])[0]
    #expect(events(table, "b") == ["3: added"])
    #expect(table.removedColumns.isEmpty)
  }

  @Test func tables() {
    let tables = history([["a": ["b"], "z": ["b"]], ["c": ["b"], "z": ["b"]]])
    #expect(tables.map(\.table.name) == ["c", "z", "a"])
    #expect(tables.map(\.since) == ["2", "1", "1"])
    #expect(tables.map(\.removedIn) == [nil, nil, "2"])
  }

  @Test func aTableThatComesBack() {
    let tables = history([["a": ["b"]], [:], ["a": ["c"]]])
    #expect(tables.map(\.removedIn) == [nil])
    #expect(tables.map(\.since) == ["3"])
  }
}
