import Testing

@Suite("@Model")
struct ModelExpansionTests {
  @Test("a class gets a record, its metadata and its observers")
  func root() {
    expectExpansion(
      of: """
        @Model
        final class User {
          var name: String
          init(name: String) { self.name = name }
        }
        """,
      """
      final class User {
        @SchemaModel._PersistedProperty(slot: 0)
        var name: String
        init(name: String) { self.name = name }

        nonisolated private var _$backingData: SchemaModel.BackingData? = nil

        nonisolated public var persistentBackingData: SchemaModel.BackingData {
          get {
            if let data = _$backingData { return data }
            let made = SchemaModel.BackingData(for: User.self)
            _$backingData = made
            return made
          }
          set {
            _$backingData?.forget(self)
            _$backingData = newValue
          }
        }

        nonisolated public static var schemaMetadata: [SchemaModel.Schema.PropertyMetadata] {
          SchemaModel._$withoutIsolation { () -> [SchemaModel.Schema.PropertyMetadata] in
            [
              SchemaModel.Schema.PropertyMetadata(name: "name", keypath: \\User.name)
            ]
          }
        }

        nonisolated public static var _$slotCount: Swift.Int {
          1
        }

        nonisolated public init(backingData: SchemaModel.BackingData) {
          _name = ()
          SchemaModel._$setBackingData(&_$backingData, to: backingData)
        }

        nonisolated private let _$observationRegistrar: SchemaModel.ModelObservationRegistrar = \
      SchemaModel.ModelObservationRegistrar()

        nonisolated internal func access<_M>(keyPath: Swift.KeyPath<User, _M>) {
          _$observationRegistrar.access(self, keyPath: keyPath)
        }

        nonisolated internal func withMutation<_M, _R>(
          keyPath: Swift.KeyPath<User, _M>, _ mutation: () throws -> _R
        ) rethrows -> _R {
          try _$observationRegistrar.withMutation(of: self, keyPath: keyPath, mutation)
        }

        nonisolated public func _$didChangeAll() {
          _$observationRegistrar.didChangeAll(self, as: User.self)
        }
      }

      extension User: nonisolated SchemaModel.PersistentModel, nonisolated SchemaModel._ModelClass {}

      @available(*, unavailable, message: "PersistentModels are not Sendable, consider utilizing a ModelActor or use User's persistentModelID instead")
      extension User: Swift.Sendable {}
      """)
  }

  @Test("a subclass has a record of its own until it is joined to its superclass's")
  func subclass() {
    expectExpansion(
      of: """
        @Model
        class Dog: Animal {
          var breed = "pug"
          override init() { super.init() }
        }
        """,
      """
      class Dog: Animal {
        @SchemaModel._PersistedProperty(slot: 0)
        var breed = "pug"
        override init() { super.init() }

        nonisolated private var _$backingData: SchemaModel.BackingData? = nil

        nonisolated private var _$isJoined: Swift.Bool = false

        nonisolated public override var persistentBackingData: SchemaModel.BackingData {
          get {
            let data = SchemaModel._$backingData(&_$backingData, of: Dog.self)
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

        nonisolated public override class var schemaMetadata: [SchemaModel.Schema.PropertyMetadata] {
          SchemaModel._$withoutIsolation { () -> [SchemaModel.Schema.PropertyMetadata] in
            [
              SchemaModel.Schema.PropertyMetadata(name: "breed", keypath: \\Dog.breed, \
      defaultText: "\\"pug\\"", defaultValue: { "pug" })
            ]
          }
        }

        nonisolated public class func _$keyPaths<_S: Dog>(from type: _S.Type) -> [Swift.AnyKeyPath] {
          super._$keyPaths(from: _S.self) \
      + SchemaModel._$withoutIsolation { () -> [Swift.AnyKeyPath] in [\\_S.breed] }
        }

        nonisolated public override class var _$allKeyPaths: [Swift.AnyKeyPath] {
          _$keyPaths(from: Dog.self)
        }

        nonisolated public override class var _$slotCount: Swift.Int {
          super._$slotCount + 1
        }

        nonisolated private static func _$slot(_ index: Swift.Int) -> Swift.Int {
          super._$slotCount + index
        }

        nonisolated public required init(backingData: SchemaModel.BackingData) {
          _breed = ()
          _$isJoined = true
          SchemaModel._$setBackingData(&_$backingData, to: backingData)
          super.init(backingData: backingData)
        }

        nonisolated private let _$observationRegistrar: SchemaModel.ModelObservationRegistrar = \
      SchemaModel.ModelObservationRegistrar()

        nonisolated internal func access<_M>(keyPath: Swift.KeyPath<Dog, _M>) {
          _$observationRegistrar.access(self, keyPath: keyPath)
        }

        nonisolated internal func withMutation<_M, _R>(
          keyPath: Swift.KeyPath<Dog, _M>, _ mutation: () throws -> _R
        ) rethrows -> _R {
          try _$observationRegistrar.withMutation(of: self, keyPath: keyPath, mutation)
        }

        nonisolated public override func _$didChangeAll() {
          super._$didChangeAll()
          _$observationRegistrar.didChangeAll(self, as: Dog.self)
        }
      }
      """, inheriting: true)
  }

  @Test("a property reads and writes its slot in the record")
  func accessors() {
    expectExpansion(
      of: """
        final class User {
          @_PersistedProperty(slot: 3)
          var name: String
        }
        """,
      """
      final class User {
        var name: String {
        @storageRestrictions(accesses: _$backingData, initializes: _name)
        init(initialValue) {
          SchemaModel._$backingData(&_$backingData, of: User.self).setInitial(slot: 3, to: initialValue)
          _name = ()
        }
        get {
          self.getValue(forKey: \\User.name, slot: 3, observed: _$observationRegistrar)
        }
        set {
          self.setValue(forKey: \\User.name, slot: 3, to: newValue, observed: _$observationRegistrar)
        }
        }

        nonisolated private var _name: Void
      }
      """)
  }

  @Test("the slots of a class that may have a superclass follow those of the superclass")
  func inheritedSlots() {
    let text = Expansion(of: "class Dog: Animal { @_PersistedProperty(slot: 1) var `class`: Int }").text
    #expect(
      text.contains("_$backingData(&_$backingData, of: Dog.self).setInitial(slot: Dog._$slot(1), to: initialValue)"))
    #expect(text.contains("self.getValue(forKey: \\Dog.`class`, slot: Dog._$slot(1), observed: _$"))
  }

  @Test("a constant has accessors, and a setter without which the compiler crashes")
  func constant() {
    let text = Expansion(of: "final class User { @_PersistedProperty(slot: 0) let id = UUID() }").text
    #expect(text.contains("_$backingData(&_$backingData, of: User.self).setInitial(slot: 0, to: initialValue)"))
    #expect(text.contains("self.getValue(forKey: \\User.id, slot: 0, observed: _$observationRegistrar)"))
    #expect(text.contains("self.setValue(forKey: \\User.id, slot: 0, to: newValue, observed: _$observationRegistrar)"))
  }

  @Test("a transformable property has its own calls")
  func transformable() {
    let text = Expansion(
      of: "final class User { @_PersistedProperty(slot: 0) @Attribute(.transformable(by: \"T\")) var a: Color }"
    ).text
    #expect(
      text.contains("_$backingData(&_$backingData, of: User.self).setInitialTransformable(slot: 0, to: initialValue)"))
    #expect(text.contains("self.getTransformableValue(forKey: \\User.a, slot: 0, observed: _$observationRegistrar)"))
    #expect(
      text.contains("self.setTransformableValue(forKey: \\User.a, slot: 0, to: newValue, observed: _$"))
  }

  @Test(
    "metadata contains the declarations of the source",
    arguments: [
      ("var a: Int", #"name: "a", keypath: \X.a)"#),
      ("var a = 1", #"name: "a", keypath: \X.a, defaultText: "1", defaultValue: { 1 })"#),
      ("var a: Color? = .red", #"name: "a", keypath: \X.a, defaultText: ".red", defaultValue: { .red })"#),
      ("var a = [ \"x\" ]", #"name: "a", keypath: \X.a, defaultText: "[\"x\"]", defaultValue: { [ "x" ] })"#),
      ("private(set) var a: Int?", #"name: "a", keypath: \X.a)"#),
      ("var `class`: Int", #"name: "class", keypath: \X.`class`)"#),
      ("@Attribute var a: Int", #"name: "a", keypath: \X.a, metadata: SchemaModel.Schema.Attribute())"#),
      (
        "@Attribute(.unique, originalName: \"b\") var a: Int",
        #"name: "a", keypath: \X.a, metadata: SchemaModel.Schema.Attribute(.unique, originalName: "b"))"#
      ),
      (
        "@SchemaModel.Attribute(.unique) var a: Int",
        #"name: "a", keypath: \X.a, metadata: SchemaModel.Schema.Attribute(.unique))"#
      ),
      (
        "@Relationship(deleteRule: .cascade, inverse: \\Post.author) var a: [Post] = []",
        #"name: "a", keypath: \X.a, defaultText: "[]", defaultValue: { [] }, metadata: "#
          + #"SchemaModel.Schema.Relationship(deleteRule: .cascade, inverse: \Post.author))"#
      ),
      ("@Transient var a = 1", #"transient: "a", keypath: \X.a)"#),
      ("#Unique<X>([\\.a], [\\.b, \\.c])", #"SchemaModel.Schema.Unique<X>([\.a], [\.b, \.c]))"#),
      ("#Index<X>(.rtree([\\.a]))", #"SchemaModel.Schema.Index<X>(.rtree([\.a])))"#),
    ])
  func metadata(member: String, expected: String) {
    let expansion = Expansion(of: "@Model final class X {\n\(member)\ninit() {}\n}")
    let text = expansion.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains("in [ SchemaModel.Schema.PropertyMetadata(\(expected) ] }"))
    #expect(expansion.diagnostics == [])
  }

  @Test("stored properties are numbered in the order of the source")
  func slots() {
    let text = Expansion(
      of: """
        @Model final class X {
          static let z = 0
          var a: Int
          @Transient var b = 1
          var c: Int { 1 }
          var d: Int
          func f() {}
          @Attribute(.unique) var e = 1
          init() {}
        }
        """
    ).text.split(whereSeparator: \.isNewline)
    let slots = text.filter { $0.contains("_PersistedProperty") }
    #expect(slots.map { $0.drop { !$0.isNumber }.prefix { $0.isNumber } } == ["0", "1", "2"])
    #expect(text.contains("  nonisolated public static var _$slotCount: Swift.Int {"))
  }

  @Test(
    "members that a subclass overrides are open, static or class members, as the class allows",
    arguments: [
      ("final class", false, "public static var schemaMetadata", "public init(backingData"),
      ("class", false, "public class var schemaMetadata", "public required init(backingData"),
      ("open class", false, "open class var schemaMetadata", "public required init(backingData"),
      ("class", true, "public override class var schemaMetadata", "public required init(backingData"),
      ("final class", true, "public override class var schemaMetadata", "public required init(backingData"),
      ("open class", true, "open override class var schemaMetadata", "public required init(backingData"),
    ])
  func access(kind: String, inheriting: Bool, metadata: String, initializer: String) {
    let text = Expansion(of: "@Model \(kind) X: Y { override init() {} }", inheriting: inheriting).text
    #expect(text.contains(metadata) && text.contains(initializer))
  }

  @Test("a class that declares the protocol, or one that refines it, starts a separate line")
  func conformance() {
    let text = Expansion(of: "@Model class X: PersistentModel, Named { init() {} }").text
    #expect(!text.contains("override"))
  }

  @Test("key paths are generated for subclasses if the class can have any")
  func keyPaths() {
    let root = Expansion(of: "@Model class X { var a: Int; var b: Int; init() {} }").text
    #expect(root.contains("class func _$keyPaths<_S: X>(from type: _S.Type) -> [Swift.AnyKeyPath] {"))
    #expect(root.contains("[\\_S.a, \\_S.b]"))
    #expect(root.contains("public class var _$allKeyPaths: [Swift.AnyKeyPath] {"))
    let leaf = Expansion(of: "@Model final class X: Y { var a: Int; init() {} }", inheriting: true).text
    #expect(leaf.contains("super._$keyPaths(from: X.self) + SchemaModel._$withoutIsolation {"))
    #expect(leaf.contains("in [\\X.a] }"))
    #expect(!leaf.contains("_S"))
    #expect(!Expansion(of: "@Model final class X { var a: Int; init() {} }").text.contains("KeyPaths"))
  }

  @Test("availability attributes are copied to the extensions")
  func availability() {
    let text = Expansion(of: "@available(macOS 26, *) @Model final class Draft { init() {} }").text
    #expect(
      text.contains("@available(macOS 26, *)\nextension Draft: nonisolated SchemaModel.PersistentModel"), "\(text)")
  }
}
