import EntityModel
import Foundation

extension PredicateExpressions.KeyPath: PredicateNode {
  func term(in translator: PredicateTranslator) throws -> PredicateTerm {
    switch try translator.term(root) {
    case .captured(let value):
      guard let value = value as? Root.Output else { throw Untranslatable("reads a value of another type") }
      return .captured(value[keyPath: keyPath])
    case .object(let object): return try translator.property(keyPath, of: object)
    case .objects(let objects):
      switch kind {
      case .collectionCount: return .scalar(ScalarTerm(sql: objects.count, null: .never))
      case .collectionIsEmpty: return .scalar(.condition("NOT " + objects.exists()))
      default: throw Untranslatable("takes one object from a relationship, which has no order")
      }
    case .composite(let composite):
      return try translator.part(keyPath, of: composite, root: Root.Output.self, value: Output.self)
    case .scalar(let scalar): return try property(of: scalar, in: translator)
    case .range: throw Untranslatable("reads a property of a range")
    }
  }

  private func property(of scalar: ScalarTerm, in translator: PredicateTranslator) throws -> PredicateTerm {
    let isText = Root.Output.self == String.self && !scalar.isEncoded
    switch kind {
    case .collectionIsEmpty where isText: return .scalar(.nullable(scalar.value + " = ''"))
    case .collectionCount where isText:
      return .scalar(
        ScalarTerm(sql: PredicateFunction.count.call(scalar.value), null: scalar.null, strictIn: scalar.strictIn))
    default:
      if isRawValue { return .scalar(scalar) }
      throw Untranslatable("reads \(keyPath) of a value that is stored in one column")
    }
  }

  /// Whether the key path reads an enumeration's raw value, which is the stored value. The key path itself does not
  /// show this, so all cases are read through it.
  private var isRawValue: Bool {
    func readsRawValue<Cases: CaseIterable>(_: Cases.Type) -> Bool {
      guard let keyPath = keyPath as? PartialKeyPath<Cases> else { return false }
      return Cases.allCases.allSatisfy { each in
        guard let raw = (each as? any RawRepresentable).flatMap({ PredicateTranslator.rawValue(of: $0) }) else {
          return false
        }
        return (each[keyPath: keyPath] as? any PersistentScalar)?.storedValue == raw.storedValue
      }
    }
    return (Root.Output.self as? any CaseIterable.Type).map { readsRawValue($0) } ?? false
  }
}

extension PredicateTranslator {
  func property(_ keyPath: AnyKeyPath, of object: ObjectTerm) throws -> PredicateTerm {
    switch resolver.resolve(keyPath, on: object.type) {
    case nil: throw Untranslatable("reads \(keyPath), which is not a stored property")
    case .transient(let name): throw PredicateError.transient(property: name, model: String(describing: object.type))
    case .primaryKey:
      return .scalar(
        ScalarTerm(
          sql: SQLFragment(object.key), null: object.isNullable ? .asNil : .never, strictIn: object.strictIn,
          identifies: object.type))
    case .attribute(_, let columns, let codec):
      return try attribute(columns.map { SQLFragment(try column($0, of: object)) }, codec, strictIn: object.strictIn)
    case .toOne(_, let destination, let storage):
      return .object(
        ObjectTerm(
          type: destination, key: try key(of: object, storage), isNullable: true, strictIn: object.strictIn))
    case .toMany(let name, let destination, let storage):
      usesRelationships = true
      return .objects(try objects(of: object, name, destination, storage))
    }
  }

  func attribute(_ columns: [SQLFragment], _ codec: AttributeCodec, strictIn: Set<Int>) throws -> PredicateTerm {
    guard !codec.type.hasComponents, columns.count == 1 else {
      return .composite(CompositeTerm(columns: columns, codec: codec, strictIn: strictIn))
    }
    return .scalar(
      ScalarTerm(
        sql: columns[0], null: codec.isOptional ? .asNil : .never, strictIn: strictIn,
        isEncoded: codec.type == .encoded || codec.type == .transformable || codec.isExternal))
  }

  /// A column of an object: of the current row, or of the row with the object's key.
  func column(_ name: String, of object: ObjectTerm) throws -> String {
    if let alias = object.alias { return "\(alias).\(name)" }
    guard let table = resolver.table(of: object.type) else { throw Untranslatable("reads \(object.type)") }
    let alias = nextAlias()
    return "(SELECT \(alias).\(name) FROM \(table) \(alias) WHERE \(alias).Z_PK = \(object.key))"
  }

  /// The key of a to-one relationship's object, which may be stored on the other side.
  private func key(of object: ObjectTerm, _ storage: StoreLayout.RelationshipStorage) throws -> String {
    usesRelationships = true
    switch storage {
    case .ownKey(let name): return try column(name, of: object)
    case .foreignKey(let table, let column):
      let alias = nextAlias()
      return "(SELECT \(alias).Z_PK FROM \(table) \(alias) WHERE \(alias).\(column) = \(object.key) LIMIT 1)"
    case .joinTable(let table, let own, let other):
      let alias = nextAlias()
      return "(SELECT \(alias).\(other) FROM \(table) \(alias) WHERE \(alias).\(own) = \(object.key) LIMIT 1)"
    }
  }

  private func objects(
    of object: ObjectTerm, _ name: String, _ destination: Any.Type, _ storage: StoreLayout.RelationshipStorage
  ) throws -> ObjectsTerm {
    let alias = nextAlias()
    switch storage {
    case .ownKey: throw Untranslatable("searches '\(name)', which refers to one object")
    case .foreignKey(let table, let column):
      return ObjectsTerm(
        type: destination, source: "\(table) \(alias)", alias: alias,
        condition: SQLFragment("\(alias).\(column) = \(object.key)"))
    case .joinTable(let table, let own, let other):
      guard let target = resolver.table(of: destination) else { throw Untranslatable("searches '\(name)'") }
      let pair = nextAlias()
      return ObjectsTerm(
        type: destination, source: "\(table) \(pair) JOIN \(target) \(alias) ON \(alias).Z_PK = \(pair).\(other)",
        alias: alias, condition: SQLFragment("\(pair).\(own) = \(object.key)"))
    }
  }

  /// The part of a composite that a key path reads.
  func part(
    _ keyPath: AnyKeyPath, of composite: CompositeTerm, root: Any.Type, value: Any.Type
  ) throws -> PredicateTerm {
    guard let part = composite.codec.part(read: keyPath) else {
      throw Untranslatable("reads \(keyPath), which is not a stored part of \(root)")
    }
    return try attribute(Array(composite.columns[part.columns]), part.codec, strictIn: composite.strictIn)
  }
}
