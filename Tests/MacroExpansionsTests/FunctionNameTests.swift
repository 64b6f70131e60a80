import Testing

@testable import MacroExpansions

@Suite("Names of freezing functions")
struct FunctionNameTests {
  @Test(
    "each character that is invalid in a name becomes an underscore",
    arguments: [("1.0.0", "1_0_0"), ("1", "1"), ("2024-01-15", "2024_01_15"), ("v2 β", "v2__"), ("1_0", "1_0")])
  func suffix(version: String, expected: String) {
    #expect(functionSuffix(version) == expected)
  }
}
