package import EntityModel

/// The declarations of a released version of an app that uses SwiftData, as Swift source: a `VersionedSchema` with a
/// model class for each entity of the frozen model. With it, a version that was released with the app's live classes is
/// frozen in code afterwards.
///
/// The generated file declares exactly the model: compiled, its schema has the same model document. What a model does
/// not say is never generated:
///
/// * A structure with parts in columns, and an enumeration without raw values, are declared in full, because their
///   parts and cases are columns. If two classes have different types of one name, each type is nested in its class.
/// * Any other type of the app keeps its name: one with raw values, one that is encoded as a whole, and one with a
///   transformer. Its column depends on its kind alone, which the model has, and not on its cases or properties. It is
///   one of the ``requirements``, which the head of the file lists. So is a name in a default that the file does not
///   declare. A structure in the place of a type with raw values would have other columns in a store of SwiftData.
/// * What SwiftData cannot declare at all, such as a derived attribute of a Core Data model, is an error that names it.
///
/// The model does not contain some of the source, because nothing in the store depends on it: `Int64` is written as
/// `Int`, a class has one initializer, with the properties that need a value, and a to-many relationship is empty by
/// default.
package struct FrozenModels: Sendable {
  /// The name of the enumeration that contains the models, such as `SchemaV1_2_0`.
  package let name: String
  /// The names that the file uses and does not declare, sorted. It compiles once they are copied from the source of the
  /// release.
  package let requirements: [Requirement]
  /// The contents of the file, with a newline at the end. It depends on nothing but the arguments.
  package let swift: String

  /// A name that the model does not describe.
  package struct Requirement: Sendable, Hashable {
    /// What the name stands for.
    package enum Kind: Sendable, Hashable {
      /// A type that is stored as its raw value, of this type.
      case rawValue(DeclaredModel.AttributeType)
      /// A `Codable` type that is encoded as a whole, by itself or as an element of a collection.
      case encoded
      /// A type with a value transformer.
      case transformable
      /// A name in a default, such as `Limits`, or a member of the property's type, such as `.standard`.
      case inDefault
    }

    /// The name.
    package let name: String
    /// What it stands for.
    package let kind: Kind
    /// The properties that use the name, such as `Post.status`, sorted.
    package let properties: [String]

    /// Creates a value from its parts.
    package init(name: String, kind: Kind, properties: [String]) {
      self.name = name
      self.kind = kind
      self.properties = properties
    }
  }

  /// Writes the declarations.
  ///
  /// - Parameters:
  ///   - model: The frozen model. Its version consists of three numbers.
  ///   - name: The name of the enumeration; by default `SchemaV` and the version.
  ///   - declarations: The declarations of types in the source of the release, by the names of the types. They are
  ///     written into the enumeration, also instead of a declaration that would be made from the model.
  /// - Throws: A ``FrozenModelsError`` if SwiftData cannot declare the model, or the model has a name that Swift does
  ///   not allow.
  package init(
    _ model: DeclaredModel, name: String? = nil, declarations: [String: String] = [:]
  ) throws(FrozenModelsError) {
    let numbers = model.version.split(separator: ".", omittingEmptySubsequences: false)
    // Another spelling of a number would be another version in the schema's model.
    let isNumber = { (part: Substring) in Int(part).map { $0 >= 0 && String($0) == part } ?? false }
    guard numbers.count == 3, numbers.allSatisfy(isNumber) else {
      throw FrozenModelsError(reason: .version(model.version))
    }
    self.name = name ?? "SchemaV" + numbers.joined(separator: "_")
    guard SwiftText.isIdentifier(self.name) else { throw FrozenModelsError(reason: .name(self.name)) }
    try model.checkDeclarable()
    let types = try FrozenTypes(model, enclosing: self.name, declarations: declarations)
    let classes = FrozenClasses(model: model, types: types)
    let defaults = try classes.requirementsOfDefaults()
    requirements = (types.requirements + defaults).sorted { ($0.name, $0.order) < ($1.name, $1.order) }
    swift = Self.file(
      head: Self.head(version: model.version, requirements), enumeration: self.name,
      version: numbers.joined(separator: ", "), types: types, classes: try classes.declarations())
  }

  private static func file(
    head: [String], enumeration: String, version: String, types: FrozenTypes, classes: [(name: String, lines: [String])]
  ) -> String {
    let (schema, conformance) = (types.outer("Schema"), types.outer("VersionedSchema"))
    let models = classes.map { SwiftText.identifier($0.name) + ".self" }
    let type = "static var models: [any \(types.outer("PersistentModel")).Type]"
    let line = "\(type) { [\(models.joined(separator: ", "))] }"
    let isShort = line.count + 2 <= SwiftText.lineLength
    var lines = head + ["", "import Foundation", "import SwiftData", ""]
    lines.append("enum \(SwiftText.identifier(enumeration)): \(conformance) {")
    lines.append("  static var versionIdentifier: \(schema).Version { \(schema).Version(\(version)) }")
    lines += isShort ? ["  " + line] : ["  \(type) {", "    ["] + models.map { "      \($0)," } + ["    ]", "  }"]
    for declaration in classes.map(\.lines) + types.declarations() {
      lines.append("")
      lines += SwiftText.indented(declaration)
    }
    return (lines + ["}", ""]).joined(separator: "\n")
  }

  private static func head(version: String, _ requirements: [Requirement]) -> [String] {
    var lines = [
      "// The models of version \(version), written by schemaledger from the frozen schema. The version is released:",
      "// its models never change.", "//", "// swift-format-ignore-file", "// swiftlint:disable all",
    ]
    guard !requirements.isEmpty else { return lines }
    lines += [
      "//",
      "// The frozen schema does not describe what follows. Copy it from the source of the release into an extension",
      "// of this enumeration, so that a later change of the app does not change this version:", "//",
    ]
    return lines
      + requirements.map { "// * \($0.name): \($0.kind.phrase) (\($0.properties.joined(separator: ", ")))" }
  }
}

extension FrozenModels.Requirement {
  fileprivate var order: String { kind.phrase + properties.joined() }
}

extension FrozenModels.Requirement.Kind {
  /// What the name stands for, as a noun phrase.
  fileprivate var phrase: String {
    switch self {
    case .rawValue(let type): "a type that is stored as its raw value, of type \(FrozenTypes.scalars[type] ?? "")"
    case .encoded: "a Codable type that is encoded as a whole"
    case .transformable: "a type with a value transformer"
    case .inDefault: "a name in a default value"
    }
  }
}
