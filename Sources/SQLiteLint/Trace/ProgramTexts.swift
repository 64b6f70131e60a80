package import SQLiteSyntax

/// Programs among the migrations, which are not run here. They may prepare rows or create objects.
public struct ProgramTexts: Sendable {
  /// The texts of the programs that ran before the script.
  public var earlier: [String] = []
  /// The texts of the programs that run before or after the script, as part of the same migration.
  public var own: [String] = []

  /// No programs.
  public init() {}
}

extension [String] {
  /// Whether a text contains the name as a word, in any letter case.
  package func mention(_ name: Identifier) -> Bool {
    contains { text in
      text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.contains { Identifier(String($0)) == name }
    }
  }
}
