import CoreDataModels
import Testing

@Suite("ModelProblem")
struct ModelProblemTests {
  static let attribute = #"<attribute name="x" attributeType="String"/>"#

  /// A relationship of an entity to itself.
  private static func relationship(_ attributes: String) -> String {
    #"<entity name="A"><relationship name="r" \#(attributes)/></entity>"#
  }

  private static let toSelf = #"maxCount="1" deletionRule="Deny" destinationEntity="A""#

  static let cases: [(line: String, kind: ModelProblem.Kind)] = [
    (#"<thing/>"#, .unknownElement("thing", in: "model")),
    (#"<compositeAttribute name="Address"/>"#, .notShown(.compositeAttribute, "Address")),
    (#"<entity/>"#, .missingAttribute("name", of: "the entity")),
    (#"<entity name="A" sharded="YES"/>"#, .unknownAttribute("sharded", of: "the entity A")),
    (#"<entity name="A" isAbstract="maybe"/>"#, .invalidValue("maybe", attribute: "isAbstract", of: "the entity A")),
    (#"<entity name="A"/><entity name="A"/>"#, .nameTwice("A")),
    (#"<entity name="A" parentEntity="B"/>"#, .unknownEntity("B")),
    (#"<entity name="A">\#(attribute)\#(attribute)</entity>"#, .nameTwice("x")),
    (#"<entity name="A"><trigger/></entity>"#, .unknownElement("trigger", in: "the entity A")),
    (#"<entity name="A"><attribute name="x"/></entity>"#, .undefinedType("x")),
    (
      #"<entity name="A"><attribute name="x" attributeType="Composite"/></entity>"#,
      .notShown(.compositeAttribute, "x")
    ),
    (
      #"<entity name="A"><attribute name="x" attributeType="Complex"/></entity>"#,
      .invalidValue("Complex", attribute: "attributeType", of: "the attribute x")
    ),
    (
      #"<entity name="A"><attribute name="x" attributeType="String" encrypted="YES"/></entity>"#,
      .unknownAttribute("encrypted", of: "the attribute x")
    ),
    (
      #"<entity name="A"><attribute name="x" attributeType="String" derived="YES"/></entity>"#,
      .missingAttribute("derivationExpression", of: "the attribute x")
    ),
    (
      #"<entity name="A"><attribute name="x" attributeType="String"><validation/></attribute></entity>"#,
      .unknownElement("validation", in: "the attribute x")
    ),
    (relationship(#"deletionRule="Nullify" destinationEntity="A""#), .cardinality("r")),
    (relationship(#"toMany="YES" \#(toSelf)"#), .cardinality("r")),
    (
      relationship(#"maxCount="1" destinationEntity="A""#),
      .missingAttribute("deletionRule", of: "the relationship r")
    ),
    (
      relationship(#"maxCount="1" deletionRule="Explode" destinationEntity="A""#),
      .invalidValue("Explode", attribute: "deletionRule", of: "the relationship r")
    ),
    (
      relationship(#"minCount="-1" \#(toSelf)"#),
      .invalidValue("-1", attribute: "minCount", of: "the relationship r")
    ),
    (
      relationship(#"maxCount="1" deletionRule="Deny""#),
      .missingAttribute("destinationEntity", of: "the relationship r")
    ),
    (relationship(#"maxCount="1" deletionRule="Deny" destinationEntity="B""#), .unknownEntity("B")),
    (relationship(#"\#(toSelf) inverseName="s""#), .unknownProperty("s", entity: "A")),
    (
      #"<entity name="A"><fetchIndex name="i"><fetchIndexElement property="x"/></fetchIndex></entity>"#,
      .unknownProperty("x", entity: "A")
    ),
    (
      #"<entity name="A"><fetchIndex name="i"><fetchIndexElement expression="length:(x)"/></fetchIndex></entity>"#,
      .notShown(.indexExpression, "the fetchIndex i")
    ),
    (
      #"<entity name="A"><uniquenessConstraints><uniquenessConstraint><constraint value="x"/>"#
        + "</uniquenessConstraint></uniquenessConstraints></entity>",
      .unknownProperty("x", entity: "A")
    ),
    (#"<configuration name="C"><memberEntity name="A"/></configuration>"#, .unknownEntity("A")),
  ]

  @Test("what cannot be read is reported with its line, and not guessed", arguments: cases)
  func problem(line: String, kind: ModelProblem.Kind) {
    let error = #expect(throws: CoreDataModelError.self) { try CoreDataModelTests.model("<!--", "-->", line) }
    #expect(error?.problems.map(\.kind) == [kind])
    #expect(error?.problems.first?.location == Location(path: "M/contents", line: 5))
    #expect(error?.problems.first?.message.isEmpty == false)
    #expect(error?.problems.first?.hint.isEmpty == false)
  }

  @Test("all problems of a file are reported, in the order of their lines")
  func several() {
    let error = #expect(throws: CoreDataModelError.self) {
      try CoreDataModelTests.model("<entity name=\"B\" parentEntity=\"A\"/>", "<x/>", "<y/>")
    }
    #expect(
      error?.description == """
        M/contents:3: there is no entity A
        M/contents:4: the element x in model is not known
        M/contents:5: the element y in model is not known
        """)
  }

  @Test("entities that inherit from each other are reported, once for each")
  func circle() {
    let error = #expect(throws: CoreDataModelError.self) {
      try CoreDataModelTests.model(#"<entity name="A" parentEntity="B"/>"#, #"<entity name="B" parentEntity="A"/>"#)
    }
    #expect(error?.problems.map(\.kind) == [.circularInheritance(entity: "A"), .circularInheritance(entity: "B")])
  }
}
