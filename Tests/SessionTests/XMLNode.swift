import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// An element of a document, read by Foundation's parser.
final class XMLNode {
  let name: String
  let attributes: [String: String]
  fileprivate(set) var children: [XMLNode] = []
  fileprivate(set) var text = ""

  fileprivate init(name: String, attributes: [String: String]) {
    self.name = name
    self.attributes = attributes
  }

  /// The root of a document.
  ///
  /// - Throws: the parser's error for a text that is not well-formed.
  static func root(of document: String) throws -> XMLNode {
    let parser = XMLParser(data: Data(document.utf8))
    let reader = Reader()
    parser.delegate = reader
    guard parser.parse(), let root = reader.document.children.first else {
      throw parser.parserError ?? CocoaError(.fileReadCorruptFile)
    }
    return root
  }

  /// This element and all elements in it, at any depth.
  var all: [XMLNode] { [self] + children.flatMap(\.all) }

  func children(_ name: String) -> [XMLNode] { children.filter { $0.name == name } }

  private final class Reader: NSObject, XMLParserDelegate {
    let document = XMLNode(name: "", attributes: [:])
    private lazy var open = [document]

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      let node = XMLNode(name: name, attributes: attributes)
      open.last?.children.append(node)
      open.append(node)
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
      open.removeLast()
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) { open.last?.text += text }
  }
}
