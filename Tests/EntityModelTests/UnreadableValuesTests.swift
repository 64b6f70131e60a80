import EntityModel
import Testing

@Suite("Values that can no longer be read")
struct UnreadableValuesTests {
  typealias Attribute = DeclaredModel.Attribute
  typealias Content = ReadableValues.Content

  private func model(_ attributes: Attribute...) -> DeclaredModel {
    DeclaredModel(version: "1", entities: [DeclaredModel.Entity(name: "Note", attributes: attributes)])
  }

  private func keys(_ keys: [String: String]) -> Content {
    .keys(
      keys.mapValues { text in
        ReadableValues.Key(type: text.replacing("?", with: ""), isOptional: text.hasSuffix("?"))
      })
  }

  private func unreadable(_ before: [String: Content], _ after: [String: Content]) -> [String] {
    let model = model(Attribute(name: "kind", type: .string), Attribute(name: "parts", type: .encoded))
    return UnreadableValues.all(from: model, ReadableValues(before), to: model, ReadableValues(after)).map(\.message)
  }

  @Test func `a case that is gone cannot be read, a new one can`() {
    #expect(
      unreadable(["Note.kind": .cases(["a", "b", "c"])], ["Note.kind": .cases(["b", "d"])])
        == ["its type no longer has a, c"])
    #expect(unreadable(["Note.kind": .cases(["a"])], ["Note.kind": .cases(["a", "b"])]) == [])
    #expect(
      unreadable(["Note.parts[].kind": .cases(["a"])], ["Note.parts[].kind": .cases([])])
        == ["the type of parts[].kind no longer has a"])
  }

  @Test func `what is not known of one version is not compared`() {
    #expect(unreadable([:], ["Note.kind": .cases([])]) == [])
    #expect(unreadable(["Note.kind": .cases(["a"])], [:]) == [])
    #expect(unreadable(["Note.kindness": .cases(["a"])], ["Note.kind": .cases([])]) == [])
  }

  @Test(arguments: [
    (["a": "Int"], ["a": "Int", "b": "Int"], ["the type of parts[] requires b, which is new"]),
    (["a": "Int"], ["a": "Int", "b": "Int?"], []),
    (["a": "Int?"], ["a": "Int"], ["the type of parts[] requires a, which could be missing"]),
    (["a": "Int", "b": "Int"], ["a": "Int"], []),
    (["a": "Int"], ["a": "String"], ["the type of parts[] reads a as String, and it was Int"]),
    (["a": "Int"], ["a": "Double"], []),
    (["a": "Double"], ["a": "Int"], ["the type of parts[] reads a as Int, and it was Double"]),
    (["a": "URL"], ["a": "String"], []), (["a": "Former"], ["a": "Latter"], []),
  ])
  func `keys of a structure`(before: [String: String], after: [String: String], expected: [String]) {
    #expect(unreadable(["Note.parts[]": keys(before)], ["Note.parts[]": keys(after)]) == expected)
  }

  @Test func `cases with columns of their own are in the model`() {
    func mood(_ cases: String...) -> DeclaredModel {
      model(
        Attribute(
          name: "mood", type: .enumeration,
          components: cases.map { Attribute(name: $0, type: .string, isOptional: true) }))
    }
    let none = ReadableValues()
    let found = UnreadableValues.all(from: mood("happy", "sad"), none, to: mood("happy"), none)
    #expect(found.map(\.message) == ["its type no longer has sad"])
    #expect(UnreadableValues.all(from: mood("happy"), none, to: mood("sad", "happy"), none) == [])
  }

  @Test func `a renamed property is compared under both names`() {
    let before = model(Attribute(name: "sort", type: .string))
    let after = model(Attribute(name: "kind", originalName: "sort", type: .string))
    let found = UnreadableValues.all(
      from: before, ReadableValues(["Note.sort": .cases(["a"])]), to: after, ReadableValues(["Note.kind": .cases([])]))
    #expect(found.map(\.property) == ["kind"])
  }

  @Test func `the document is read as it was written, and no other`() throws {
    let values = ReadableValues([
      "Note.kind": .cases(["b", "a"].sorted()), "Note.parts[]": keys(["a": "Int?", "b": "Int"]),
    ])
    #expect(try ReadableValues(parsing: values.bytes) == values)
    for text in [
      "", "{}", #"{"format":1}"#, #"{"format":2,"values":{}}"#, #"{"format":1,"values":{"a":{}},"x":1}"#,
      #"{"format":1,"values":{"a":{"cases":["b","a"]}}}"#, #"{"format":1,"values":{"a":{"cases":[1]}}}"#,
      #"{"format":1,"values":{"a":{"keys":{"b":{}}}}}"#,
    ] {
      #expect(throws: ModelDocumentError.self) { try ReadableValues(parsing: Array(text.utf8)) }
    }
  }
}
