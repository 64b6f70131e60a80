import SwiftSyntax
import SwiftSyntaxBuilder

/// Generates the members that `@Model` adds to a class.
struct ModelMembers {
  let type: TokenSyntax
  let properties: [ModelProperty]
  /// The uses of `#Unique` and `#Index` in the class.
  let constraints: [MacroExpansionDeclSyntax]
  /// Transient properties, which a predicate must not use.
  let transients: [TokenSyntax]
  /// Whether the class inherits from another model.
  let inheritsModel: Bool
  let isFinal: Bool
  /// The access of the members that implement `PersistentModel`: `open` if subclasses in other modules may override
  /// them.
  let access: String

  init(of declaration: ClassDeclSyntax, inheritsModel: Bool) {
    type = declaration.name.trimmed
    properties = declaration.modelProperties.filter(\.declaration.canHaveAccessors)
    constraints = declaration.memberBlock.members.compactMap { $0.decl.as(MacroExpansionDeclSyntax.self) }
      .filter { ["Unique", "Index"].contains($0.macroName.text) }
    transients = declaration.variables.filter { !$0.isOfType && $0.attributes.contains(named: "Transient") }
      .flatMap(\.bindings).filter { !$0.isComputed }
      .compactMap { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.trimmed }
    self.inheritsModel = inheritsModel
    isFinal = declaration.modifiers.contains { $0.name.tokenKind == .keyword(.final) }
    access = declaration.modifiers.contains { $0.name.tokenKind == .keyword(.open) } ? "open" : "public"
  }

  var declarations: [DeclSyntax] {
    (inheritsModel ? inheritedBackingData : backingData) + [schemaMetadata] + keyPaths + slots
      + [initializer] + observation + [didChangeAll]
  }

  /// `override class` in a subclass, `static` in a class without subclasses.
  private var typeMember: String {
    (inheritsModel ? "\(access) override " : "\(access) ") + (isFinal && !inheritsModel ? "static" : "class")
  }

  private var backingData: [DeclSyntax] {
    [
      """
      private var _$backingData: SchemaModel.BackingData = SchemaModel.BackingData(for: \(type).self)
      """,
      """
      \(raw: access) var persistentBackingData: SchemaModel.BackingData {
        get {
          _$backingData
        }
        set {
          _$backingData = newValue
        }
      }
      """,
    ]
  }

  /// The superclass's initializer fills separate backing data, which does not exist yet when this class sets its
  /// properties. Both are joined on first access.
  private var inheritedBackingData: [DeclSyntax] {
    [
      """
      private var _$backingData: SchemaModel.BackingData = SchemaModel.BackingData(for: \(type).self)
      """,
      """
      private var _$isJoined = false
      """,
      """
      \(raw: access) override var persistentBackingData: SchemaModel.BackingData {
        get {
          if !_$isJoined {
            self.persistentBackingData = _$backingData.joined(with: super.persistentBackingData)
          }
          return _$backingData
        }
        set {
          _$isJoined = true
          _$backingData = newValue
          super.persistentBackingData = newValue
        }
      }
      """,
    ]
  }

  private var schemaMetadata: DeclSyntax {
    let entries = properties.map(metadata) + transients.map(transient) + constraints.map(metadata)
    return """
      \(raw: typeMember) var schemaMetadata: [SchemaModel.Schema.PropertyMetadata] {
        [
          \(raw: entries.joined(separator: ",\n    "))
        ]
      }
      """
  }

  private func metadata(_ property: ModelProperty) -> String {
    var arguments = ["name: \(quoted(property.name))", "keypath: \\\(type).\(property.identifier)"]
    if let value = property.initialValue {
      arguments.append("defaultText: \(quoted(canonicalText(of: value)))")
      arguments.append("defaultValue: { \(value) }")
    }
    if let marker = property.marker {
      let kind = marker.isNamed("Relationship") ? "Relationship" : "Attribute"
      let options = marker.arguments?.as(LabeledExprListSyntax.self)?.trimmedDescription ?? ""
      arguments.append("metadata: SchemaModel.Schema.\(kind)(\(options))")
    }
    return "SchemaModel.Schema.PropertyMetadata(\(arguments.joined(separator: ", ")))"
  }

  private func transient(_ name: TokenSyntax) -> String {
    let text = name.identifier?.name ?? name.text
    return "SchemaModel.Schema.PropertyMetadata(transient: \(quoted(text)), keypath: \\\(type).\(name))"
  }

  private func metadata(_ constraint: MacroExpansionDeclSyntax) -> String {
    let generics = constraint.genericArgumentClause?.trimmedDescription ?? "<\(type)>"
    let kind = "SchemaModel.Schema.\(constraint.macroName.text)\(generics)"
    return "SchemaModel.Schema.PropertyMetadata(\(kind)(\(constraint.arguments.trimmedDescription)))"
  }

  /// The key path of an inherited property differs for each root class. Only the class that declares the properties can
  /// name them for its subclasses; a final class without a superclass does not need to.
  private var keyPaths: [DeclSyntax] {
    guard inheritsModel || !isFinal else { return [] }
    let all = inheritsModel && isFinal ? keyPaths(from: "\(type)") : "_$keyPaths(from: \(type).self)"
    let declaration: DeclSyntax = """
      \(raw: typeMember) var _$allKeyPaths: [Swift.AnyKeyPath] {
        \(raw: all)
      }
      """
    guard !isFinal else { return [declaration] }
    return [
      """
      public class func _$keyPaths<_S: \(type)>(from type: _S.Type) -> [Swift.AnyKeyPath] {
        \(raw: keyPaths(from: "_S"))
      }
      """, declaration,
    ]
  }

  private func keyPaths(from root: String) -> String {
    let own = "[\(properties.map { "\\\(root).\($0.identifier)" }.joined(separator: ", "))]"
    return inheritsModel ? "super._$keyPaths(from: \(root).self) + \(own)" : own
  }

  private var slots: [DeclSyntax] {
    let (first, count) =
      inheritsModel ? ("super._$slotCount", "super._$slotCount + \(properties.count)") : ("0", "\(properties.count)")
    return [
      """
      \(raw: typeMember) var _$slotCount: Int {
        \(raw: count)
      }
      """,
      """
      private static var _$firstSlot: Int {
        \(raw: first)
      }
      """,
    ]
  }

  private var initializer: DeclSyntax {
    var lines = properties.map { "\($0.storage) = ()" }
    if inheritsModel {
      lines += ["_$isJoined = true", "_$backingData = backingData", "super.init(backingData: backingData)"]
    } else {
      lines += ["_$backingData = backingData"]
    }
    return """
      \(raw: isFinal && !inheritsModel ? "public" : "public required") init(backingData: SchemaModel.BackingData) {
        \(raw: lines.joined(separator: "\n  "))
      }
      """
  }

  private var observation: [DeclSyntax] {
    [
      """
      private let _$observationRegistrar = SchemaModel.ModelObservationRegistrar()
      """,
      """
      internal nonisolated func access<_M>(keyPath: Swift.KeyPath<\(type), _M>) {
        _$observationRegistrar.access(self, keyPath: keyPath)
      }
      """,
      """
      internal nonisolated func withMutation<_M, _R>(
        keyPath: Swift.KeyPath<\(type), _M>, _ mutation: () throws -> _R
      ) rethrows -> _R {
        try _$observationRegistrar.withMutation(of: self, keyPath: keyPath, mutation)
      }
      """,
    ]
  }

  /// A rollback replaces all values, so observers of any property must be notified.
  private var didChangeAll: DeclSyntax {
    var lines = properties.map {
      "_$observationRegistrar.withMutation(of: self, keyPath: \\\(type).\($0.identifier)) {}"
    }
    if inheritsModel { lines.insert("super._$didChangeAll()", at: 0) }
    return """
      \(raw: access)\(raw: inheritsModel ? " override" : "") func _$didChangeAll() {
        \(raw: lines.joined(separator: "\n  "))
      }
      """
  }
}
