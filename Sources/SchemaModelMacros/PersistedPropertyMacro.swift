import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Implements `@_PersistedProperty(slot:)`: generates accessors that read and write the backing data, and the empty
/// variable through which the compiler requires each initializer to provide a value.
enum PersistedPropertyMacro {}

extension PersistedPropertyMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let property = declaration.as(VariableDeclSyntax.self)?.modelProperties.first,
      let type = context.lexicalContext.lazy.compactMap({ $0.as(ClassDeclSyntax.self)?.name.trimmed }).first,
      let slot = node.arguments?.as(LabeledExprListSyntax.self)?.first?.expression.trimmed
    else { return [] }
    let kind = property.isTransformable ? "TransformableValue" : "Value"
    let initial = property.isTransformable ? "setInitialTransformable" : "setInitial"
    return [
      """
      @storageRestrictions(accesses: _$backingData, initializes: \(raw: property.storage))
      init(initialValue) {
        _$backingData.\(raw: initial)(slot: \(type)._$firstSlot + \(slot), to: initialValue)
        \(raw: property.storage) = ()
      }
      """,
      """
      get {
        _$observationRegistrar.access(self, keyPath: \\\(type).\(property.identifier))
        return self.get\(raw: kind)(forKey: \\\(type).\(property.identifier), slot: \(type)._$firstSlot + \(slot))
      }
      """,
      """
      set {
        _$observationRegistrar.withMutation(of: self, keyPath: \\\(type).\(property.identifier)) {
          self.set\(raw: kind)(forKey: \\\(type).\(property.identifier), slot: \(type)._$firstSlot + \(slot), to: newValue)
        }
      }
      """,
    ]
  }
}

extension PersistedPropertyMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let property = declaration.as(VariableDeclSyntax.self)?.modelProperties.first else { return [] }
    return ["private var \(raw: property.storage): Void"]
  }
}
