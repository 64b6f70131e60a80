public import CanonicalJSON
internal import Digests

/// The model document, `model.json`: canonical JSON without keys that have their default value. Equal models have equal
/// bytes.
///
/// ```json
/// {"entities":[{"attributes":[{"name":"email","optional":true,"type":"string"}],"name":"User"}],"format":1,"version":"2.0.0"}
/// ```
extension DeclaredModel {
  /// The format of ``document``.
  public static let documentFormat = 1

  /// The model as JSON.
  public var document: JSONValue { document(version: version) }

  /// The document as canonical JSON, without a newline.
  public var bytes: [UInt8] { Array(document.canonical.utf8) }

  /// The SHA-256 of ``bytes``, in hexadecimal.
  public var digest: String { Self.digest(document) }

  /// The ``digest`` of the model without its version, which is equal for versions with equal declarations.
  public func identity() -> String { Self.digest(document(version: nil)) }

  private func document(version: String?) -> JSONValue {
    JSONValue(present: [
      "entities": .array(entities.map(\.document)), "format": .number(Self.documentFormat),
      "version": version.map { .string($0) },
    ])
  }

  private static func digest(_ document: JSONValue) -> String {
    sha256(document.canonical)
  }
}

extension DeclaredModel.Entity {
  var document: JSONValue {
    JSONValue(present: [
      "abstract": isAbstract ? true : nil, "attributes": .list(attributes.map(\.document)),
      "hashModifier": hashModifier.map { .string($0) }, "indexes": .list(indexes.map(\.document)),
      "name": .string(name), "originalName": .text(originalName, default: name),
      "relationships": .list(relationships.map(\.document)), "superentity": superentity.map { .string($0) },
      "transient": .list(transientAttributes.map(\.document)),
      "unique": .list(uniquenessConstraints.map { .strings($0) }),
    ])
  }
}

extension DeclaredModel.Index {
  fileprivate var document: JSONValue {
    JSONValue(present: [
      "condition": condition.map { .string($0) }, "descending": .list(descending.map { .string($0) }),
      "kind": .text(kind.rawValue, default: Kind.binary.rawValue), "name": name.map { .string($0) },
      "properties": .strings(properties),
    ])
  }
}

extension DeclaredModel.TransientAttribute {
  fileprivate var document: JSONValue {
    JSONValue(present: [
      "hashModifier": hashModifier.map { .string($0) }, "name": .string(name), "optional": isOptional ? true : nil,
      "type": type.map { .string($0.rawValue) },
    ])
  }
}

extension DeclaredModel.Attribute {
  fileprivate var document: JSONValue {
    JSONValue(present: [
      "components": .list(components.map(\.document)), "default": defaultText.map { .string($0) },
      "derivation": derivation.map { .string($0) }, "hashModifier": hashModifier.map { .string($0) },
      "name": .string(name), "optional": isOptional ? true : nil,
      "options": .list(options.map { .string($0) }), "originalName": .text(originalName, default: name),
      "type": .string(type.rawValue), "valueType": valueType.map { .string($0) },
    ])
  }
}

extension DeclaredModel.Relationship {
  fileprivate var document: JSONValue {
    JSONValue(present: [
      "deleteRule": .text(deleteRule.rawValue, default: DeleteRule.nullify.rawValue),
      "destination": .string(destination), "hashModifier": hashModifier.map { .string($0) },
      "inverse": inverse.map { .string($0) }, "maximumCount": maximumCount.map { .number($0) },
      "minimumCount": minimumCount.map { .number($0) }, "name": .string(name), "optional": isOptional ? true : nil,
      "ordered": isOrdered ? true : nil, "originalName": .text(originalName, default: name),
      "toMany": isToMany ? true : nil,
    ])
  }
}

extension JSONValue {
  fileprivate static func text(_ text: String, default defaultText: String) -> JSONValue? {
    text == defaultText ? nil : .string(text)
  }

  fileprivate static func list(_ elements: [JSONValue]) -> JSONValue? { elements.isEmpty ? nil : .array(elements) }

  fileprivate static func strings(_ strings: [String]) -> JSONValue { .array(strings.map { .string($0) }) }
}
