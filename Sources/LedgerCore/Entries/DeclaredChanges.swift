internal import Digests
package import EntityModel
package import LedgerEntries
package import SQLiteSchema
internal import SQLiteSyntax

extension Entry {
  /// Whether `model` is the frozen one. True if either is unknown.
  package func hasModel(_ model: [UInt8]?) -> Bool {
    // A store contains different information about its model than the program: values of defaults instead of their
    // source text.
    guard let frozen = self.model, let model, !isFromStore else { return true }
    return frozen == sha256(model)
  }
}

/// Descriptions of the objects that a source declares.
public enum DeclaredObjects {
  /// One line for each entity, with its properties. Empty if `model` is `nil` or cannot be read.
  public static func lines(of model: [UInt8]?) -> [String] {
    guard let model = model.flatMap({ try? DeclaredModel(parsing: $0) }) else { return [] }
    return model.entities.map { entity in
      let properties = (entity.attributes.map(\.name) + entity.relationships.map(\.name)).sorted()
      return "\(entity.name): \(properties.joined(separator: ", "))"
    }
  }
}

extension SchemaDiff {
  /// Compares two versions of a source, each with the bytes of its `model.json` if it declares a model. Every model has
  /// tables, so an empty schema beside a model means that its tables are not known. Then only the models are compared.
  package init(
    from old: CanonicalSchema, _ model: [UInt8]?, to new: CanonicalSchema, _ newModel: [UInt8]?
  ) {
    let isUnknown = model != nil && newModel != nil && old.isEmpty != new.isEmpty
    self = (isUnknown ? SchemaDiff([]) : SchemaDiff(from: old, to: new)).adding(from: model, to: newModel)
  }

  /// Adds the difference between two declared models, the bytes of `model.json`. `nil` means that a model is unknown.
  package func adding(from before: [UInt8]?, to after: [UInt8]?) -> SchemaDiff {
    guard let before, let after, before != after else { return self }
    guard let old = try? DeclaredModel(parsing: before), let new = try? DeclaredModel(parsing: after) else {
      // The format may be a newer one. The models certainly differ.
      return SchemaDiff(changes + [.unreadableModels(sha256(before), sha256(after))])
    }
    return SchemaDiff(changes + ModelDifference(from: old, to: new).changes.map(SchemaChange.init))
  }
}

extension SchemaChange {
  package init(_ change: ModelDifference.Change) {
    self.init(
      declared: change.kind.rawValue, object: change.entity.identifier, column: change.property?.identifier,
      before: change.before,
      after: change.after, sentence: change.message)
  }

  fileprivate static func unreadableModels(_ before: String, _ after: String) -> SchemaChange {
    SchemaChange(
      declared: "changed", object: Entry.modelName.identifier, column: nil, before: before, after: after,
      sentence: "\(Entry.modelName) is another")
  }
}

extension CanonicalSchema {
  fileprivate var isEmpty: Bool { objectCount == 0 }
}
