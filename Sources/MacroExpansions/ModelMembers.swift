internal import SwiftSourceText
internal import SwiftSyntax

/// Generates the members that `@Model` adds to a class.
///
/// They are all `nonisolated`, because a context calls them from wherever it is, while the class may be isolated to an
/// actor by its own attribute, by its superclass or by a compiler option.
struct ModelMembers {
  let type: String
  let properties: [ModelProperty]
  /// The uses of `#Unique` and `#Index` in the class.
  let constraints: [MacroExpansionDeclSyntax]
  /// Transient properties, which a predicate must not use.
  let transients: [TokenSyntax]
  /// Whether the class inherits from another model.
  let inheritsModel: Bool
  /// Whether the slots of the class may follow inherited ones.
  let hasInheritanceClause: Bool
  let isFinal: Bool
  /// The access of the members that implement `PersistentModel`: `open` if subclasses in other modules may override
  /// them.
  let access: String

  init(of declaration: ClassDeclSyntax, inheritsModel: Bool, allowsConstants: Bool) {
    type = declaration.name.text
    let variables = declaration.variables
    properties = variables.filter { $0.canHaveAccessors(constants: allowsConstants) }.flatMap(\.modelProperties)
    constraints = declaration.memberBlock.members.compactMap { $0.decl.as(MacroExpansionDeclSyntax.self) }
      .filter { ["Unique", "Index"].contains($0.macroName.text) }
    transients = variables.filter { !$0.isOfType && $0.attributes.contains(named: "Transient") }
      .flatMap(\.bindings).filter { !$0.isComputed }
      .compactMap { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.trimmed }
    self.inheritsModel = inheritsModel
    hasInheritanceClause = declaration.inheritanceClause != nil
    isFinal = declaration.modifiers.contains { $0.name.tokenKind == .keyword(.final) }
    access = declaration.modifiers.contains { $0.name.tokenKind == .keyword(.open) } ? "open" : "public"
  }

  /// The declarations, separated by empty lines.
  var text: String {
    ((inheritsModel ? inheritedBackingData : backingData) + [schemaMetadata] + keyPaths + slots + [initializer]
      + observation).joined(separator: "\n\n")
  }

  /// `override class` in a subclass, `static` in a class without subclasses.
  private var typeMember: String {
    (inheritsModel ? "nonisolated \(access) override " : "nonisolated \(access) ")
      + (isFinal && !inheritsModel ? "static" : "class")
  }

  /// Created on first access: the initializer of a fetched object gets it from its context.
  private var storedBackingData: String {
    "nonisolated private var _$backingData: SchemaModel.BackingData? = nil"
  }

  /// The getter passes no reference to its property, because Swift would then check each access to the property for
  /// exclusivity.
  private var backingData: [String] {
    [
      storedBackingData,
      """
      nonisolated \(access) var persistentBackingData: SchemaModel.BackingData {
        get {
          if let data = _$backingData { return data }
          let made = SchemaModel.BackingData(for: \(type).self)
          _$backingData = made
          return made
        }
        set {
          _$backingData?.forget(self)
          _$backingData = newValue
        }
      }
      """,
    ]
  }

  /// The superclass's initializer fills separate backing data, which does not exist yet when this class sets its
  /// properties. Both are joined on first access.
  private var inheritedBackingData: [String] {
    [
      storedBackingData,
      """
      nonisolated private var _$isJoined: Swift.Bool = false
      """,
      """
      nonisolated \(access) override var persistentBackingData: SchemaModel.BackingData {
        get {
          let data = SchemaModel._$backingData(&_$backingData, of: \(type).self)
          if _$isJoined { return data }
          self.persistentBackingData = data.joined(with: super.persistentBackingData)
          return data
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

  private var schemaMetadata: String {
    let entries = properties.map(metadata) + transients.map(transient) + constraints.map(metadata)
    return """
      \(typeMember) var schemaMetadata: [SchemaModel.Schema.PropertyMetadata] {
        SchemaModel._$withoutIsolation { () -> [SchemaModel.Schema.PropertyMetadata] in
          [
            \(entries.joined(separator: ",\n      "))
          ]
        }
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
  private var keyPaths: [String] {
    guard inheritsModel || !isFinal else { return [] }
    let all = inheritsModel && isFinal ? keyPaths(from: type) : "_$keyPaths(from: \(type).self)"
    let declaration = """
      \(typeMember) var _$allKeyPaths: [Swift.AnyKeyPath] {
        \(all)
      }
      """
    guard !isFinal else { return [declaration] }
    return [
      """
      nonisolated public class func _$keyPaths<_S: \(type)>(from type: _S.Type) -> [Swift.AnyKeyPath] {
        \(keyPaths(from: "_S"))
      }
      """, declaration,
    ]
  }

  private func keyPaths(from root: String) -> String {
    let list = properties.map { "\\\(root).\($0.identifier)" }.joined(separator: ", ")
    let own = "SchemaModel._$withoutIsolation { () -> [Swift.AnyKeyPath] in [\(list)] }"
    return inheritsModel ? "super._$keyPaths(from: \(root).self) + \(own)" : own
  }

  private var slots: [String] {
    let inherited = inheritsModel ? "super._$slotCount + " : ""
    let count = """
      \(typeMember) var _$slotCount: Swift.Int {
        \(inherited)\(properties.count)
      }
      """
    guard hasInheritanceClause else { return [count] }
    return [
      count,
      """
      nonisolated private static func _$slot(_ index: Swift.Int) -> Swift.Int {
        \(inherited)index
      }
      """,
    ]
  }

  private var initializer: String {
    let setBackingData = "SchemaModel._$setBackingData(&_$backingData, to: backingData)"
    var lines = properties.map { "\($0.storage) = ()" }
    if inheritsModel {
      lines += ["_$isJoined = true", setBackingData, "super.init(backingData: backingData)"]
    } else {
      lines += [setBackingData]
    }
    let declaration = isFinal && !inheritsModel ? "nonisolated public init" : "nonisolated public required init"
    return """
      \(declaration)(backingData: SchemaModel.BackingData) {
        \(lines.joined(separator: "\n  "))
      }
      """
  }

  private var observation: [String] {
    [
      """
      nonisolated private let _$observationRegistrar: SchemaModel.ModelObservationRegistrar = \
      SchemaModel.ModelObservationRegistrar()
      """,
      """
      nonisolated internal func access<_M>(keyPath: Swift.KeyPath<\(type), _M>) {
        _$observationRegistrar.access(self, keyPath: keyPath)
      }
      """,
      """
      nonisolated internal func withMutation<_M, _R>(
        keyPath: Swift.KeyPath<\(type), _M>, _ mutation: () throws -> _R
      ) rethrows -> _R {
        try _$observationRegistrar.withMutation(of: self, keyPath: keyPath, mutation)
      }
      """,
      """
      nonisolated \(access)\(inheritsModel ? " override" : "") func _$didChangeAll() {
        \(inheritsModel ? "super._$didChangeAll()\n  " : "")_$observationRegistrar.didChangeAll(self, as: \(type).self)
      }
      """,
    ]
  }
}
