internal import SwiftSyntax

/// Nodes that contain generated text as one token. The compiler parses an expansion itself. If the plugin parsed and
/// formatted it too, that would take more than half of the plugin's time, because the build of a package compiles
/// swift-syntax without optimisation. A macro that returns such nodes needs the format mode `disabled`.
extension DeclSyntax {
  /// One or several declarations.
  init(text: String) { self.init(MissingDeclSyntax(placeholder: .identifier(text))) }
}

extension AccessorDeclSyntax {
  /// One or several accessors.
  init(text: String) { self.init(accessorSpecifier: .identifier(text)) }
}

extension AttributeSyntax {
  /// An attribute, without the at sign.
  init(text: String) { self.init(attributeName: IdentifierTypeSyntax(name: .identifier(text))) }
}

extension ExtensionDeclSyntax {
  /// One or several extensions.
  init(text: String) {
    self.init(
      extensionKeyword: .identifier(text),
      extendedType: MissingTypeSyntax(placeholder: .identifier("", presence: .missing)),
      memberBlock: MemberBlockSyntax(
        leftBrace: .leftBraceToken(presence: .missing), members: [], rightBrace: .rightBraceToken(presence: .missing)))
  }
}
