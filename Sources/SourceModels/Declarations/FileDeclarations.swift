/// The declarations of one file. They depend on its contents and on the build conditions, so they can be kept by
/// ``SourceFile/contentID``.
public struct FileDeclarations: Sendable, Hashable, Codable {
  var imports: [String] = []
  /// The modules that the file exports again with `@_exported`.
  var exports: [String] = []
  /// The declarations at file level, as those of a type without a name.
  var root = TypeDeclaration(kind: .file, path: [], line: 1)
  var containers: [ContainerDeclaration] = []
  /// Why the file could not be read.
  var problem: FileProblem?
}

/// Why a file could not be read as Swift.
public enum FileProblem: Sendable, Hashable, Codable {
  /// The first syntax error is on this line.
  case syntax(line: Int)
  /// The contents are not UTF-8.
  case encoding
  /// The file is larger than ``FileParsing/largestFile``, or nested more deeply than can be parsed.
  case tooLarge
  /// The tree did not give the contents.
  case unreadable
}

/// The branch of an `#if` whose condition is not known.
struct ConditionalBranch: Sendable, Hashable, Codable {
  let condition: String
  let line: Int
  let index: Int
  /// The number of branches, counting an absent `#else`; 0 if it is nested in another unknown condition.
  let count: Int
}

/// A type or an extension with its members.
struct TypeDeclaration: Sendable, Hashable, Codable {
  enum Kind: String, Sendable, Codable { case file, `class`, `struct`, `enum`, actor, `protocol`, `extension` }

  let kind: Kind
  /// The name; of an extension, the dotted name of the extended type.
  let path: [String]
  let line: Int
  var inherits: [TypeText] = []
  var attributes: [AttributeUse] = []
  /// Whether only its own file can name it.
  var isPrivate = false
  var isGeneric = false
  var branch: ConditionalBranch?
  var types: [TypeDeclaration] = []
  var aliases: [AliasDeclaration] = []
  var variables: [VariableDeclaration] = []
  var cases: [CaseDeclaration] = []
  var functions: [FunctionDeclaration] = []
  var constraints: [ConstraintDeclaration] = []
  /// Whether it declares `init(from:)` or `encode(to:)`.
  var codesItself = false

  var name: String { path.last ?? "" }

  func attribute(_ name: String) -> AttributeUse? { attributes.first { $0.path.last == name } }
}

/// An attribute or attached macro.
struct AttributeUse: Sendable, Hashable, Codable {
  let path: [String]
  let arguments: [SourceArgument]
  var name: String { path.last ?? "" }

  /// Stands for attributes whose presence depends on a condition that is not known.
  static func conditional(_ condition: String) -> AttributeUse {
    AttributeUse(path: ["#if"], arguments: [SourceArgument(label: nil, value: .other(condition))])
  }
}

extension [AttributeUse] {
  /// The condition on which the presence of some of them depends.
  var unknownCondition: String? { first { $0.path == ["#if"] }?.arguments.first?.value.text }
}

struct AliasDeclaration: Sendable, Hashable, Codable {
  let name: String
  let type: TypeText
  let line: Int
  var isPrivate = false
  var isGeneric = false
  var branch: ConditionalBranch?
}

struct VariableDeclaration: Sendable, Hashable, Codable {
  let name: String
  let line: Int
  var type: TypeText?
  var value: SourceExpression?
  /// The canonical source text of the initial value, of a property of a model.
  var valueText: String?
  /// The only expression of a getter.
  var getter: SourceExpression?
  /// The expressions of which a getter returns one. A local name whose value is not known is `other`.
  var alternatives: [SourceExpression] = []
  var attributes: [AttributeUse] = []
  var isStatic = false
  var isComputed = false
  var isConstant = false
  var isLazy = false
  /// Whether the pattern is a tuple, which declares several variables.
  var isTuple = false
  var branch: ConditionalBranch?

  func attribute(_ name: String) -> AttributeUse? { attributes.first { $0.name == name } }
}

struct CaseDeclaration: Sendable, Hashable, Codable {
  let name: String
  let line: Int
  var hasValues = false
  var rawValue: SourceExpression?
  var branch: ConditionalBranch?
}

struct FunctionDeclaration: Sendable, Hashable, Codable {
  let name: String
  let type: TypeText?
  /// The labels of the parameters; `nil` for one without a label.
  var labels: [String?] = []
  /// The only expression of a function without parameters.
  var result: SourceExpression?
  /// The expressions of which the function returns one. A parameter, or a local name whose value is not known, is `other`.
  var alternatives: [SourceExpression] = []
}

/// `#Unique` or `#Index` in a class.
struct ConstraintDeclaration: Sendable, Hashable, Codable {
  let name: String
  let line: Int
  let arguments: [SourceArgument]
  var branch: ConditionalBranch?
}

/// An expression that creates a container, the configuration of a store, or a schema.
struct ContainerDeclaration: Sendable, Hashable, Codable {
  /// What is called.
  enum Callee: String, Sendable, Codable {
    case container = "ModelContainer"
    /// The modifier of a view or a scene.
    case modifier = "modelContainer"
    case configuration = "ModelConfiguration"
    case schema = "Schema"
  }

  let callee: Callee
  let line: Int
  /// The arguments with the values of local constants in place of their names.
  let arguments: [SourceArgument]
  /// The types around it, outermost first.
  let enclosing: [String]
  /// Whether it is in a preview.
  var isPreview = false
}
