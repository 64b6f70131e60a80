internal import Markup

extension ModelProblem: CustomStringConvertible {
  /// The location and the ``message``, such as `App.xcdatamodel/contents:12: the attribute name has no type`.
  public var description: String { "\(location): \(message)" }

  /// The problem as one sentence.
  public var message: String {
    switch kind {
    case .document(let fault): fault.message
    case .binaryForm: "this version is in the binary form that Xcode wrote until 2011, which cannot be read"
    case .noContents: "this version has no file named contents"
    case .notModel(let root): "the document is not a Core Data model: its root element is \(root)"
    case .unknownFormat(let version): "the model has the document version \(version), and this program reads 1.0"
    case .unknownElement(let name, let parent): "the element \(name) in \(parent) is not known"
    case .unknownAttribute(let name, let element): "the attribute \(name) of \(element) is not known"
    case .missingAttribute(let name, let element): "\(element) has no \(name)"
    case .invalidValue(let value, let attribute, let element):
      "\(attribute) of \(element) has the unknown value \"\(value)\""
    case .nameTwice(let name): "there are two declarations of \(name)"
    case .unknownEntity(let name): "there is no entity \(name)"
    case .unknownProperty(let name, let entity): "\(entity) has no property \(name)"
    case .circularInheritance(let entity): "\(entity) inherits from itself"
    case .undefinedType(let name): "the attribute \(name) has no type, which only a transient attribute may leave out"
    case .cardinality(let name): "the relationship \(name) must be either to-many, or have a maxCount of 1"
    case .notShown(let construct, let name): "\(name) is \(construct.phrase), which this program cannot read"
    case .splitConfiguration(let name, let entity, let needed):
      "the configuration \(name) has \(entity), but not \(needed), to which it refers"
    case .noCurrentVersion: "the file does not name the current version"
    case .unknownCurrentVersion(let name): "the current version \(name) does not exist"
    case .severalVersions: "there are several versions, and no .xccurrentversion names the current one"
    }
  }

  /// The suggested next step.
  public var hint: String {
    switch kind {
    case .binaryForm: "open and save the model with Xcode, which then writes XML"
    case .document, .noContents, .notModel, .nameTwice, .unknownEntity, .unknownProperty, .circularInheritance,
      .undefinedType, .cardinality, .missingAttribute, .invalidValue:
      "correct the model in Xcode; if Xcode accepts it as it is, report it with the model"
    case .unknownFormat, .unknownElement, .unknownAttribute, .notShown:
      "report it with the model, so that it can be read"
    case .splitConfiguration: "add the missing entity to the configuration"
    case .noCurrentVersion, .unknownCurrentVersion, .severalVersions: "choose the current version in Xcode"
    }
  }
}

extension ModelProblem.Construct {
  fileprivate var phrase: String {
    switch self {
    case .compositeAttribute: "a composite attribute"
    case .indexExpression: "an index of an expression"
    case .partialIndex: "an index with a condition"
    }
  }
}

extension DocumentFault {
  fileprivate var message: String {
    switch self {
    case .tooLarge(let bytes, let limit): "the file has \(bytes) bytes; at most \(limit) are read"
    case .tooDeep(let limit): "the elements are nested more than \(limit) levels deep"
    case .tooManyElements(let limit): "the file has more than \(limit) elements"
    case .encoding(let name): "the file is in the encoding \(name), not UTF-8"
    case .notUTF8: "the file contains bytes that are not allowed in UTF-8 or XML"
    case .documentType: "the file has a document type with declarations, or one at all, which a model does not have"
    case .entity(let name): "the entity &\(name); is not one of XML's own"
    case .syntax(let expected): "the file is not valid XML: \(expected) was expected"
    case .attributeTwice(let name): "the attribute \(name) appears twice, or there are too many attributes"
    case .wrongEnd(let found, let expected):
      "the end tag \(found) does not match \(expected.isEmpty ? "any" : expected)"
    case .binary: "the file is a binary property list; Xcode writes XML"
    }
  }
}
