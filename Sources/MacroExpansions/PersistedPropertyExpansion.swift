public import SwiftSyntax
public import SwiftSyntaxMacros

/// Implements `@_PersistedProperty(slot:)`: generates accessors that read and write the backing data, and the empty
/// variable through which the compiler requires each initializer to provide a value.
open class PersistedPropertyExpansion {
  /// The text is generated with its layout.
  public static var formatMode: FormatMode { .disabled }
}

extension PersistedPropertyExpansion: AccessorMacro {
  /// Expands the macro.
  public static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let variable = declaration.as(VariableDeclSyntax.self), let identifier = variable.persistedIdentifier,
      let model = context.lexicalContext.lazy.compactMap({ $0.as(ClassDeclSyntax.self) }).first,
      let index = node.arguments?.as(LabeledExprListSyntax.self)?.first?.expression.trimmedDescription
    else { return [] }
    let type = model.name.text
    let kind = variable.isTransformable ? "TransformableValue" : "Value"
    let initial = variable.isTransformable ? "setInitialTransformable" : "setInitial"
    // Only a class with an inheritance clause can have inherited slots. The literal is cheaper to compile.
    let slot = model.inheritanceClause == nil ? index : "\(type)._$slot(\(index))"
    let key = "forKey: \\\(type).\(identifier.text), slot: \(slot)"
    // A constant has a setter too, although nothing can call it: without one, the compiler (6.3.1) crashes at an
    // initializer that assigns the constant.
    return [
      AccessorDeclSyntax(
        text: """
          @storageRestrictions(accesses: _$backingData, initializes: \(storage(of: identifier)))
          init(initialValue) {
            SchemaModel._$backingData(&_$backingData, of: \(type).self).\(initial)(slot: \(slot), to: initialValue)
            \(storage(of: identifier)) = ()
          }
          get {
            self.get\(kind)(\(key), observed: _$observationRegistrar)
          }
          set {
            self.set\(kind)(\(key), to: newValue, observed: _$observationRegistrar)
          }
          """)
    ]
  }
}

extension PersistedPropertyExpansion: PeerMacro {
  /// Expands the macro.
  public static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let identifier = declaration.as(VariableDeclSyntax.self)?.persistedIdentifier else { return [] }
    return [DeclSyntax(text: "nonisolated private var \(storage(of: identifier)): Void")]
  }
}
