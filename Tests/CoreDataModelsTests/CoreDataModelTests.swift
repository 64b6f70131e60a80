import CoreDataModels
import EntityModel
import Testing

@Suite("CoreDataModel")
struct CoreDataModelTests {
  static func model(_ lines: String..., attributes: String = "") throws(CoreDataModelError) -> CoreDataModel {
    let text = """
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0"\(attributes)>
      \(lines.joined(separator: "\n"))
      </model>
      """
    return try CoreDataModel(parsing: Array(text.utf8), path: "M/contents")
  }

  static func entity(_ lines: String..., attributes: String = "") throws(CoreDataModelError) -> DeclaredModel.Entity {
    let model = try model("<entity name=\"A\"\(attributes)>\(lines.joined(separator: "\n"))</entity>")
    guard let entity = model.declaredModel.entities.first else { throw CoreDataModelError([]) }
    return entity
  }

  @Test(
    "a model is the one that its store contains, but for the texts of defaults",
    arguments: [
      ("SampleModel", "SampleModel", "SampleModel_V1"), ("SampleModel", "SampleModel2", "SampleModel_V2"),
      ("SampleModel3", "SampleModel3", "SampleModel3_V1"),
    ])
  func stored(name: String, version: String, store: String) throws {
    let (model, stored) = (try Examples.model(name, version), try Examples.storedModel(store))
    let changes = ModelDifference(from: stored, to: model).changes
    #expect(changes.filter { $0.kind != .defaultValue || ($0.before == nil) != ($0.after == nil) } == [])
    #expect(model.version == stored.version)
  }

  @Test("attributes have their type, optionality, default, renaming identifier, modifier and options")
  func attributes() throws {
    let entity = try Self.entity(
      #"<attribute name="a" optional="YES" attributeType="Integer 16" defaultValueString="7" usesScalarValueType="YES"/>"#,
      #"<attribute name="b" attributeType="Date" defaultDateTimeInterval="631152000" elementID="oldB"/>"#,
      #"<attribute name="c" attributeType="Transformable" valueTransformerName="ColorTransformer" customClassName="Color"/>"#,
      #"<attribute name="d" attributeType="Binary" allowsExternalBinaryDataStorage="YES" preserveAfterDeletion="YES"/>"#,
      #"<attribute name="e" attributeType="String" versionHashModifier="2" renamingIdentifier="oldE" indexed="YES"/>"#,
      #"<attribute name="f" optional="YES" attributeType="Integer 64" derived="YES" derivationExpression="pages.@count"/>"#,
      #"<attribute name="g" optional="YES" transient="YES"/>"#,
      #"<attribute name="h" transient="YES" attributeType="String"><userInfo><entry key="k" value="v"/></userInfo></attribute>"#
    )
    typealias Attribute = DeclaredModel.Attribute
    #expect(
      entity.attributes == [
        Attribute(name: "a", type: .integer16, isOptional: true, defaultText: "7"),
        Attribute(name: "b", originalName: "oldB", type: .date, defaultText: "631152000"),
        Attribute(name: "c", type: .transformable, options: ["transformable(by: ColorTransformer)"]),
        Attribute(name: "d", type: .binary, options: ["externalStorage", "preserveValueOnDeletion"]),
        Attribute(name: "e", originalName: "oldE", type: .string, options: ["indexed"], hashModifier: "2"),
        Attribute(name: "f", type: .integer64, isOptional: true, derivation: "pages.@count"),
      ])
    #expect(
      entity.transientAttributes == [
        DeclaredModel.TransientAttribute(name: "g", isOptional: true),
        DeclaredModel.TransientAttribute(name: "h", type: .string),
      ])
  }

  @Test("a transient relationship is neither stored nor compared")
  func transientRelationships() throws {
    let entity = try Self.entity(
      #"<relationship name="r" transient="YES" toMany="YES" deletionRule="Nullify" destinationEntity="A"/>"#)
    #expect(entity.relationships.isEmpty)
  }

  @Test("each type of attribute that Xcode offers is read")
  func types() throws {
    let names = [
      "Integer 16", "Integer 32", "Integer 64", "Decimal", "Double", "Float", "String", "Boolean", "Date", "Binary",
      "UUID", "URI", "Transformable",
    ]
    let lines = names.enumerated().map { #"<attribute name="a\#($0 + 10)" attributeType="\#($1)"/>"# }
    let entity = try Self.entity(lines.joined())
    #expect(
      entity.attributes.map(\.type) == [
        .integer16, .integer32, .integer64, .decimal, .double, .float, .string, .boolean, .date, .binary, .uuid, .uri,
        .transformable,
      ])
  }

  @Test("relationships have their ends, limits, order, delete rule, modifier and renaming identifier")
  func relationships() throws {
    let entity = try Self.entity(
      #"<relationship name="a" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="A" inverseName="b" inverseEntity="A"/>"#,
      #"<relationship name="b" toMany="YES" minCount="1" maxCount="12" ordered="YES" deletionRule="Cascade" destinationEntity="A" inverseName="a" inverseEntity="A"/>"#,
      #"<relationship name="c" minCount="1" maxCount="1" deletionRule="Deny" destinationEntity="A" versionHashModifier="x"/>"#,
      #"<relationship name="d" toMany="YES" deletionRule="No Action" destinationEntity="A" elementID="old"/>"#)
    typealias Relationship = DeclaredModel.Relationship
    #expect(
      entity.relationships == [
        Relationship(name: "a", destination: "A", isToMany: false, isOptional: true, inverse: "b"),
        Relationship(
          name: "b", destination: "A", isToMany: true, deleteRule: .cascade, inverse: "a", minimumCount: 1,
          maximumCount: 12, isOrdered: true),
        Relationship(
          name: "c", destination: "A", isToMany: false, deleteRule: .deny, minimumCount: 1, hashModifier: "x"),
        Relationship(name: "d", originalName: "old", destination: "A", isToMany: true, deleteRule: .noAction),
      ])
  }

  @Test("entities have their superentity, abstractness, modifier, renaming identifier, constraints and indexes")
  func entities() throws {
    let model = try Self.model(
      #"<entity name="A" isAbstract="YES" elementID="Old" versionHashModifier="3"><attribute name="x" attributeType="String"/>"#,
      #"<attribute name="y" attributeType="String"/><fetchedProperty name="z"><fetchRequest name="r" entity="A"/></fetchedProperty>"#,
      #"<fetchIndex name="byXY"><fetchIndexElement property="x" type="Binary" order="descending"/>"#,
      #"<fetchIndexElement property="y" type="Binary" order="ascending"/></fetchIndex>"#,
      #"<uniquenessConstraints><uniquenessConstraint><constraint value="x"/><constraint value="y"/></uniquenessConstraint></uniquenessConstraints></entity>"#,
      #"<entity name="B" parentEntity="A"><compoundIndexes><compoundIndex><index value="x"/><index value="y"/></compoundIndex></compoundIndexes></entity>"#,
      #"<fetchRequest name="all" entity="A"/><elements><element name="A" positionX="1"/></elements>"#,
      attributes: #" userDefinedModelVersionIdentifier="1.2""#)
    let strings = ["x", "y"].map { DeclaredModel.Attribute(name: $0, type: .string) }
    #expect(
      model.declaredModel
        == DeclaredModel(
          version: "1.2",
          entities: [
            DeclaredModel.Entity(
              name: "A", originalName: "Old", attributes: strings, uniquenessConstraints: [["x", "y"]],
              indexes: [DeclaredModel.Index(properties: ["x", "y"], name: "byXY", descending: ["x"])],
              isAbstract: true, hashModifier: "3"),
            DeclaredModel.Entity(
              name: "B", superentity: "A", indexes: [DeclaredModel.Index(kind: .compound, properties: ["x", "y"])]),
          ]))
  }

  @Test("every entity and property keeps its place")
  func locations() throws {
    let model = try Self.model(
      #"<entity name="A">"#, #"  <attribute name="x" attributeType="String"/>"#,
      #"  <relationship name="r" maxCount="1" deletionRule="Nullify""#, #"    destinationEntity="A"/>"#, "</entity>")
    #expect(
      model.locations.mapValues(\.line) == [
        .init(entity: "A"): 3, .init(entity: "A", property: "x"): 4, .init(entity: "A", property: "r"): 5,
      ])
    #expect(model.locations.values.allSatisfy { $0.path == "M/contents" })
  }

  @Test("a configuration has the entities of its stores")
  func configurations() throws {
    let model = try Self.model(
      #"<entity name="A"/><entity name="B"/><entity name="C" parentEntity="B"/>"#,
      #"<configuration name="Cloud"><memberEntity name="B"/><memberEntity name="C"/></configuration>"#,
      #"<configuration name="Broken"><memberEntity name="C"/></configuration>"#)
    #expect(model.configurations.map(\.name) == ["Broken", "Cloud"])
    #expect(try model.declaredModel(of: model.configurations[1]).entities.map(\.name) == ["B", "C"])
    let error = #expect(throws: CoreDataModelError.self) { try model.declaredModel(of: model.configurations[0]) }
    #expect(error?.problems.map(\.kind) == [.splitConfiguration("Broken", entity: "C", needs: "B")])
    #expect(error?.problems.first?.location.line == 5)
  }
}
