import DiagramLayout
import Foundation

/// The layout that the program `dot` of Graphviz makes of a graph, from the output format `plain`.
struct DotLayout {
  struct Failure: Error {
    let reason: String
  }

  private static let pointsPerInch = 72.0
  private(set) var width = 0.0
  private(set) var height = 0.0
  /// The ends of each edge between two nodes, in no particular order.
  private(set) var lines: [StraightLine] = []

  /// Runs `dot` with boxes of the same sizes and with the distances of the options.
  init(_ graph: DiagramGraph, options: DiagramOptions) throws {
    let output = try Self.run(Self.source(graph, options: options))
    for line in output.split(separator: "\n") {
      let words = line.split(separator: " ")
      switch words.first {
      case "graph" where words.count == 4:
        width = try Self.number(words[2]) * Self.pointsPerInch
        height = try Self.number(words[3]) * Self.pointsPerInch
      case "edge":
        guard let count = Int(words[3]), let from = Int(words[1].dropFirst()), let to = Int(words[2].dropFirst()) else {
          throw Failure(reason: "dot printed \(line)")
        }
        let last = 4 + 2 * (count - 1)
        lines.append(
          StraightLine(
            nodes: (from, to), start: (try Self.number(words[4]), try Self.number(words[5])),
            end: (try Self.number(words[last]), try Self.number(words[last + 1]))))
      default: continue
      }
    }
  }

  private static func number(_ word: Substring) throws -> Double {
    guard let number = Double(word) else { throw Failure(reason: "dot printed \(word) in place of a number") }
    return number
  }

  private static func source(_ graph: DiagramGraph, options: DiagramOptions) -> String {
    var text = "digraph {\nrankdir=LR\nnode [shape=box, fixedsize=true, label=\"\"]\nedge [dir=none]\n"
    text += "nodesep=\(Double(options.nodeGap) / pointsPerInch)\nranksep=\(Double(options.layerGap) / pointsPerInch)\n"
    for (index, node) in graph.nodes.enumerated() {
      let height = node.rowHeights.reduce(node.headerHeight, +)
      text += "n\(index) [width=\(Double(node.width) / pointsPerInch), height=\(Double(height) / pointsPerInch)]\n"
    }
    for edge in graph.edges where edge.from.node != edge.to.node {
      text += "n\(edge.from.node) -> n\(edge.to.node)\n"
    }
    return text + "}\n"
  }

  private static func run(_ source: String) throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: "diagram-\(UUID().uuidString).gv")
    try source.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["dot", "-Tplain", file.path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(reason: "dot exited with status \(process.terminationStatus): is Graphviz installed?")
    }
    // A backslash at the end of a line continues it.
    return String(decoding: data, as: UTF8.self).replacingOccurrences(of: "\\\n", with: "")
  }
}
