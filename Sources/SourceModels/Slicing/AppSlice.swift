internal import SwiftSyntax

/// The part of an application that its migration plan needs: the plan, its versions, their models, and what these refer to.
///
/// Each file has the lines of the application's file of the same path. What the slice leaves out is blank, so that a compiler
/// that reports a line reports the line of the application.
public struct AppSlice: Sendable {
  /// A file of the slice.
  public struct File: Sendable, Hashable {
    /// The path in the repository.
    public let path: String
    /// What is left of the file.
    public let text: String
  }

  /// The name of the plan's module; empty if no project tells.
  public internal(set) var module = ""
  /// The files from which anything is needed, sorted by path.
  public let files: [File]
  /// Where the stages of plans are written.
  public let stages: [Stage]
  /// The conditions of `#if` in the slice that the project does not decide. They count as false.
  public let unknownConditions: [Condition]
  /// The files that may declare what is needed and are not valid Swift, sorted.
  public let unreadableFiles: [String]

  /// A call that makes a stage.
  public struct Stage: Sendable, Hashable {
    /// The last names of the types of the versions.
    public let from: String
    /// See ``from``.
    public let to: String
    /// Where the call is.
    public let location: SourceLocation
  }

  /// A condition of `#if`.
  public struct Condition: Sendable, Hashable {
    /// The text of the condition.
    public let text: String
    /// Where it is.
    public let location: SourceLocation
  }
}

extension SourceScope {
  /// The slice of the application that a plan needs.
  ///
  /// A declaration belongs to the slice if one that belongs to it names it. Names are compared without types: of several
  /// members of one name, the slice has all. A stored property always belongs to its type; a method or computed property
  /// belongs to the slice if something there names it, or if a protocol may call it.
  ///
  /// - Parameters:
  ///   - plan: one of ``plans``.
  ///   - tree: the sources of this scope.
  ///   - conditions: what is known about the build.
  public func slice(of plan: PlanDeclaration, in tree: any SourceTree, _ conditions: KnownConditions) -> AppSlice {
    let module = symbols.module(of: plan.location.path)
    let files = tree.files.sorted().compactMap { file in
      (try? tree.bytes(of: file)).map {
        SliceSource(path: file.path, modules: symbols.modules(compiling: file.path), bytes: $0)
      }
    }
    let known = Set(files.flatMap(\.modules))
    let root = plan.name.split(separator: ".").map(String.init)
    return FileParsing.onLargeStack {
      var slicer = AppSlicer(
        SliceIndex(files, from: module, known: known, ConditionEvaluation(conditions: conditions)))
      var slice = slicer.slice(from: root, module: module)
      slice.module = module
      return slice
    }
  }
}

/// Finds the calls that make stages.
final class StageVisitor: SyntaxVisitor {
  private let file: SliceIndex.File
  private var found: [AppSlice.Stage] = []

  static func stages(in file: SliceIndex.File) -> [AppSlice.Stage] {
    let visitor = StageVisitor(file)
    visitor.walk(file.tree)
    return visitor.found
  }

  private init(_ file: SliceIndex.File) {
    self.file = file
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    func version(_ label: String) -> String? {
      let argument = node.arguments.first { $0.label?.text == label }?.expression.as(MemberAccessExprSyntax.self)
      if let base = argument?.base?.as(MemberAccessExprSyntax.self) { return base.declName.baseName.plainText }
      return argument?.base?.as(DeclReferenceExprSyntax.self)?.baseName.plainText
    }
    if let from = version("fromVersion"), let to = version("toVersion") {
      found.append(
        AppSlice.Stage(
          from: from, to: to, location: SourceLocation(path: file.path, line: file.lines.line(of: node))))
    }
    return .visitChildren
  }
}

/// A file that may contribute to a slice.
struct SliceSource: Sendable {
  let path: String
  /// The modules that compile it.
  let modules: [String]
  let bytes: [UInt8]
}
