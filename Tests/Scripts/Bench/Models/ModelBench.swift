import Foundation

/// Does one piece of work on one store and prints how many microseconds it took, from opening the store to the end.
///
///     ModelBench make|make-posts COUNT FILE
///     ModelBench ours|reference WORK COUNT FILE
@main
enum ModelBench {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let file = arguments.last, arguments.count >= 3, let count = Int(arguments.dropLast().last ?? "") else {
      usage()
    }
    let url = URL(fileURLWithPath: file)
    if arguments.first == "make" { return try Work.make(count, at: url) }
    if arguments.first == "make-posts" { return try PostsChain.make(count, at: url) }
    guard arguments.count == 4, let work = Work(rawValue: arguments[2]) else { usage() }
    let clock = ContinuousClock()
    let time = try clock.measure {
      arguments.first == "ours" ? try work.ours(url, count) : try work.reference(url, count)
    }
    print(Int(time / .microseconds(1)))
  }

  private static func usage() -> Never {
    let works = Work.allCases.map(\.rawValue).joined(separator: "|")
    let usage = "usage: ModelBench make|make-posts|ours|reference [\(works)] COUNT FILE\n"
    FileHandle.standardError.write(Data(usage.utf8))
    exit(64)
  }
}
