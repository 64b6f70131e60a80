internal import Foundation
internal import SwiftParser
internal import SwiftSyntax
internal import Synchronization

/// Parses one file.
public enum FileParsing {
  /// The largest file that is parsed, in bytes. A source of this size is generated, and the parser would need gigabytes.
  public static let largestFile = 4 << 20
  /// The deepest nesting of brackets that is parsed. The parser's own limit in a release build is 256.
  static let deepestNesting = 128
  /// Enough for ``deepestNesting`` in a build that is not optimised.
  private static let stackSize = 512 << 20

  /// The declarations of a file.
  ///
  /// The parser is recursive, so it has a thread with a stack of its own: threads other than the main one have 512 kB on
  /// macOS. Only the part of the stack that is used takes memory.
  public static func declarations(of bytes: [UInt8], conditions: KnownConditions) -> FileDeclarations {
    if let problem = problem(of: bytes) {
      var file = FileDeclarations()
      file.problem = problem
      return file
    }
    return onLargeStack { parse(bytes, conditions) }
  }

  /// Runs work that parses or follows syntax trees.
  static func onLargeStack<Result: Sendable>(_ work: @escaping @Sendable () -> Result) -> Result {
    let result = Mutex<Result?>(nil)
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      let found = work()
      result.withLock { $0 = found }
      done.signal()
    }
    thread.stackSize = stackSize
    thread.start()
    while true {
      done.wait()
      if let found = result.withLock(\.self) { return found }
    }
  }

  /// The syntax tree of a file; `nil` if it cannot be parsed. Needs the stack of ``onLargeStack(_:)``.
  static func tree(of bytes: [UInt8]) -> SourceFileSyntax? {
    if problem(of: bytes) != nil { return nil }
    let tree = bytes.withUnsafeBufferPointer { Parser.parse(source: $0, maximumNestingLevel: deepestNesting) }
    return tree.hasError ? nil : tree
  }

  private static func problem(of bytes: [UInt8]) -> FileProblem? {
    if bytes.count > largestFile { return .tooLarge }
    if String(validating: bytes, as: UTF8.self) == nil { return .encoding }
    return NestingScan(bytes).isTooDeep ? .tooLarge : nil
  }

  private static func parse(_ bytes: [UInt8], _ conditions: KnownConditions) -> FileDeclarations {
    let tree = bytes.withUnsafeBufferPointer { Parser.parse(source: $0, maximumNestingLevel: deepestNesting) }
    let lines = LineTable(bytes)
    if tree.hasError {
      var file = FileDeclarations()
      file.problem = .syntax(line: lines.line(of: firstError(in: Syntax(tree))))
      return file
    }
    var reader = DeclarationReader(lines: lines, conditions: ConditionEvaluation(conditions: conditions))
    var file = reader.file(tree)
    if mentionsContainer(bytes) {
      let visitor = ContainerVisitor(lines: lines, conditions: ConditionEvaluation(conditions: conditions))
      visitor.walk(tree)
      file.containers = visitor.found
    }
    return file
  }

  /// The innermost node with an error.
  private static func firstError(in tree: Syntax) -> Syntax {
    var node = tree
    while let child = node.children(viewMode: .all).first(where: \.hasError) { node = child }
    return node
  }
}
