import CoreDataModels
import EntityModel
import Markup
import Testing

@Suite("Document")
struct DocumentTests {
  static let start = #"<model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">"#

  func fault(_ bytes: [UInt8]) -> (fault: DocumentFault, line: Int)? {
    let error = #expect(throws: CoreDataModelError.self) { try CoreDataModel(parsing: bytes, path: "contents") }
    guard let problem = error?.problems.first, case .document(let fault) = problem.kind else { return nil }
    return (fault, problem.location.line)
  }

  func fault(_ text: String) -> DocumentFault? { fault(Array(text.utf8))?.fault }

  @Test("entities that expand, and files from elsewhere, are refused before anything is expanded")
  func bombs() {
    let bomb = #"<!DOCTYPE m [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>"#
    #expect(fault(#"<?xml version="1.0"?>"# + bomb + Self.start + "&b;</model>") == .documentType)
    #expect(fault(#"<!DOCTYPE m SYSTEM "file:///etc/passwd">"# + Self.start + "</model>") == .documentType)
    #expect(fault(Self.start + "&b;</model>") == .entity("b"))
    #expect(fault(Self.start + "&#0;</model>") == .entity("#0"))
    #expect(fault(Self.start + "&#xD800;</model>") == .entity("#xD800"))
    #expect(fault(Self.start + "&" + String(repeating: "a", count: 1_000_000)) == .syntax(expected: "&amp;"))
  }

  @Test("a document in another encoding is refused")
  func encodings() {
    #expect(fault(#"<?xml version="1.0" encoding="ISO-8859-1"?><model/>"#) == .encoding("ISO-8859-1"))
    #expect(fault([0xFF, 0xFE] + Array("<model/>".utf8))?.fault == .encoding("UTF-16"))
    let wrong = fault(Array("<model>\n\n".utf8) + [0xC3, 0x28] + Array("</model>".utf8))
    #expect(wrong?.fault == .notUTF8)
    #expect(wrong?.line == 3)
    #expect(fault(Array("<model>\n".utf8) + [0x00] + Array("</model>".utf8))?.line == 2)
    #expect(fault(Array("bplist00".utf8))?.fault == .binary)
  }

  @Test("a large, deep or crowded file is refused at once")
  func limits() {
    let large = [UInt8](repeating: 0x20, count: 100 << 20)
    let deep = Array(String(repeating: "<a>", count: 500_000).utf8)
    let time = ContinuousClock().measure {
      #expect(fault(large)?.fault == .tooLarge(bytes: 100 << 20, limit: 4 << 20))
      #expect(fault(deep)?.fault == .tooDeep(limit: 32))
    }
    #expect(time < .seconds(5))
    #expect(fault("<a>" + String(repeating: "<b/>", count: 300_000) + "</a>") == .tooManyElements(limit: 200_000))
    let many = (0..<200).map { "a\($0)=''" }.joined(separator: " ")
    #expect(fault("<a \(many)/>") == .attributeTwice("a100"))
  }

  @Test(
    "a document that is not well-formed is refused, with its line",
    arguments: [
      ("<model>\n<entity>\n</model>", DocumentFault.wrongEnd(found: "model", expected: "entity"), 3),
      ("<model>\n", .syntax(expected: "<"), 2), ("", .syntax(expected: "an element"), 1),
      ("<model/>\n<model/>", .syntax(expected: "the end of the file"), 2),
      ("<model a=\"1\"\na=\"2\"/>", .attributeTwice("a"), 2),
      ("<model a='1'b='2'/>", .syntax(expected: "white space"), 1),
      ("<model a=1/>", .syntax(expected: "a quotation mark"), 1), ("<model a='<'/>", .syntax(expected: "&lt;"), 1),
      ("<!-- \n", .syntax(expected: "-->"), 2), ("<model></a>", .wrongEnd(found: "a", expected: "model"), 1),
      ("</a>", .wrongEnd(found: "a", expected: ""), 1), ("<1/>", .syntax(expected: "a name"), 1),
      ("<![CDATA[x]]>", .syntax(expected: "a name"), 1),
    ])
  func malformed(text: String, expected: DocumentFault, line: Int) {
    let found = fault(Array(text.utf8))
    #expect(found?.fault == expected)
    #expect(found?.line == line)
  }

  @Test("references, quotation marks, comments and a byte order mark are read")
  func content() throws {
    let text = """
      <?xml version='1.0' encoding="utf-8"?>
      <!-- <entity name="No"/> --><model type='com.apple.IDECoreDataModeler.DataModel'>
      <entity name="A" versionHashModifier="&lt;&amp;&#65;&#x42;&quot;&apos;&gt;é"/></model>
      <!-- end -->
      """
    let model = try CoreDataModel(parsing: [0xEF, 0xBB, 0xBF] + Array(text.utf8), path: "contents")
    #expect(model.declaredModel.entities.map(\.hashModifier) == ["<&AB\"'>é"])
  }

  @Test("another document, or a later format, is not taken for a model")
  func otherFormats() {
    func kind(_ text: String) -> ModelProblem.Kind? {
      let error = #expect(throws: CoreDataModelError.self) { try CoreDataModel(parsing: Array(text.utf8), path: "c") }
      return error?.problems.first?.kind
    }
    #expect(kind("<plist/>") == .notModel(root: "plist"))
    #expect(kind(#"<model version="1.0"/>"#) == .notModel(root: "model"))
    #expect(
      kind(#"<model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="2.0"/>"#) == .unknownFormat("2.0"))
  }
}
