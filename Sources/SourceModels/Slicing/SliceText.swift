internal import SwiftSyntax

/// The text of one file of a slice.
struct SliceText {
  private(set) var text = ""
  private(set) var unknownConditions: [AppSlice.Condition] = []

  private let file: SliceIndex.File
  private let evaluation: ConditionEvaluation
  private var bytes: [UInt8]

  /// Modules of the Swift toolchain on Linux, which a file of the slice imports if the application's file does.
  private static let modules: Set<String> = ["Dispatch", "Observation", "RegexBuilder", "Synchronization"]

  /// Attributes that a migration does not need: the program has a main function of its own, Objective-C does not exist on
  /// Linux, and the others describe a type to language models.
  private static let leftOut: Set<String> = [
    "main", "UIApplicationMain", "NSApplicationMain", "objc", "objcMembers", "nonobjc", "Generable", "Guide",
  ]

  private let interfaces: Set<String>

  /// - Parameter interfaces: the protocols and classes of the user interface, from which nothing inherits in a slice.
  init(_ file: SliceIndex.File, _ evaluation: ConditionEvaluation, _ interfaces: Set<String>) {
    self.interfaces = interfaces
    self.file = file
    self.evaluation = evaluation
    bytes = file.bytes.map(Self.blank)
    for item in file.items { add(item) }
    let imports = ["Foundation", "SwiftData", "AppleStubs"] + Set(file.imports).intersection(Self.modules).sorted()
    text = imports.map { "import \($0); " }.joined() + String(decoding: bytes, as: UTF8.self)
  }

  /// A byte of what the slice leaves out. Lines stay.
  private static func blank(_ byte: UInt8) -> UInt8 { byte == 0x0A || byte == 0x0D ? byte : UInt8(ascii: " ") }

  private mutating func add(_ item: SliceItem) {
    guard item.isKept else { return }
    guard item.isContainer, let group = item.node.asProtocol((any DeclGroupSyntax).self) else {
      copy(item.whole)
      blankBranches(in: item.whole)
      if item.kind == .storedProperty { blankOwnership(of: item) }
      if let attributes = item.node.asProtocol((any WithAttributesSyntax).self)?.attributes {
        blank(unneededOf: attributes)
      }
      return
    }
    copy(item.node.positionAfterSkippingLeadingTrivia, group.memberBlock.leftBrace.endPosition)
    copy(Syntax(group.memberBlock.rightBrace))
    blank(unneededOf: group.attributes)
    copySemicolon(after: item)
    if let clause = group.inheritanceClause { blankInterfaces(of: clause) }
    for member in item.members { add(member) }
  }

  private mutating func blank(unneededOf attributes: AttributeListSyntax) {
    for case .attribute(let attribute) in attributes
    where Self.leftOut.contains(attribute.attributeName.lastName ?? "") {
      blank(Syntax(attribute))
    }
  }

  /// The context of a model manages its objects, so that `weak` has no effect on a persisted property, and the macro refuses it.
  private mutating func blankOwnership(of item: SliceItem) {
    guard let variable = item.node.as(VariableDeclSyntax.self),
      item.parent?.node.as(ClassDeclSyntax.self)?.attributes.contains(where: { attribute in
        attribute.as(AttributeSyntax.self)?.attributeName.lastName == "Model"
      }) == true
    else { return }
    for modifier in variable.modifiers where ["weak", "unowned"].contains(modifier.name.text) {
      blank(Syntax(modifier))
    }
  }

  private mutating func copySemicolon(after item: SliceItem) {
    let semicolon =
      item.whole.as(MemberBlockItemSyntax.self)?.semicolon ?? item.whole.as(CodeBlockItemSyntax.self)?.semicolon
    if let semicolon { copy(Syntax(semicolon)) }
  }

  /// Leaves out what a type inherits from the user interface.
  private mutating func blankInterfaces(of clause: InheritanceClauseSyntax) {
    let types = Array(clause.inheritedTypes)
    let left = types.filter { !($0.type.lastName.map(interfaces.contains) ?? false) }
    if left.count == types.count { return }
    blank(Syntax(clause))
    guard !left.isEmpty else { return }
    copy(Syntax(clause.colon))
    for (index, type) in left.enumerated() {
      copy(Syntax(type.type))
      if index < left.count - 1, let comma = type.trailingComma { copy(Syntax(comma)) }
    }
  }

  /// Leaves out the branches of `#if` that are not compiled, and the directives.
  private mutating func blankBranches(in node: Syntax) {
    let visitor = BranchVisitor(viewMode: .sourceAccurate)
    visitor.walk(node)
    for block in visitor.found {
      unknownConditions += evaluation.unknownConditions(of: block).map {
        AppSlice.Condition(
          text: $0.trimmedDescription, location: SourceLocation(path: file.path, line: file.lines.line(of: $0)))
      }
      blank(Syntax(block))
      guard let elements = evaluation.activeClause(of: block)?.elements else { continue }
      copy(Syntax(elements))
      blankBranches(in: Syntax(elements))
    }
  }

  private mutating func copy(_ node: Syntax) {
    copy(node.positionAfterSkippingLeadingTrivia, node.endPositionBeforeTrailingTrivia)
  }

  private mutating func copy(_ start: AbsolutePosition, _ end: AbsolutePosition) {
    let range = start.utf8Offset..<max(start.utf8Offset, end.utf8Offset)
    bytes.replaceSubrange(range, with: file.bytes[range])
  }

  private mutating func blank(_ node: Syntax) {
    for index in node.positionAfterSkippingLeadingTrivia.utf8Offset..<node.endPositionBeforeTrailingTrivia.utf8Offset {
      bytes[index] = Self.blank(bytes[index])
    }
  }
}

/// Finds the outermost `#if` blocks.
private final class BranchVisitor: SyntaxVisitor {
  var found: [IfConfigDeclSyntax] = []

  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
    found.append(node)
    return .skipChildren
  }
}
