// What the slicer knows of the standard library, Foundation, SwiftData and SwiftUI.

extension AppSlicer {
  /// Members that protocols of the standard library and Foundation call, whether or not the code says that a type conforms.
  static let alwaysRequired: Set<String> = [
    "AllCases", "CodingKeys", "ID", "RawValue", "allCases", "appendInterpolation", "appendLiteral", "callAsFunction",
    "codingKey", "customMirror", "debugDescription", "decode", "decodeIfPresent", "description", "encode",
    "encodeIfPresent", "errorCode", "errorDescription", "errorDomain", "errorUserInfo", "failureReason", "hash",
    "hashValue", "helpAnchor", "id", "intValue", "projectedValue", "rawValue", "recoverySuggestion", "stringValue",
    "wrappedValue",
  ]

  /// The labels of initializers with one parameter that protocols, literals, wrappers and SwiftData call.
  static let requiredLabels: Set<String> = [
    "arrayLiteral", "backingData", "booleanLiteral", "decoder", "dictionaryLiteral", "exactly", "floatLiteral", "from",
    "intValue", "integerLiteral", "nilLiteral", "rawValue", "stringInterpolation", "stringLiteral", "stringValue",
    "unicodeScalarLiteral", "extendedGraphemeClusterLiteral", "wrappedValue", "codingKey",
  ]

  /// Operators that algorithms and statements call.
  static let impliedOperators: Set<String> = ["==", "<", ">", "<=", ">=", "~="]

  /// Aliases that decide the types of literals.
  static let literalTypes: Set<String> = [
    "BooleanLiteralType", "FloatLiteralType", "IntegerLiteralType", "StringLiteralType",
  ]

  /// Members that other protocols require, or call if they are there.
  static let requirements: [String: Set<String>] = [
    "SetAlgebra": [
      "contains", "insert", "remove", "update", "union", "intersection", "symmetricDifference", "isEmpty",
    ],
    "IteratorProtocol": ["next", "Element"],
    "Sequence": ["makeIterator", "Iterator", "Element"],
    "Collection": ["makeIterator", "Iterator", "Element", "startIndex", "endIndex", "index", "Index", "count"],
    "RandomAccessCollection": ["makeIterator", "Element", "startIndex", "endIndex", "index", "Index", "count"],
    "Strideable": ["distance", "advanced", "Stride"], "SignedNumeric": ["negate"],
    "SchemaMigrationPlan": ["schemas", "stages"], "VersionedSchema": ["models", "versionIdentifier"],
    "ParseableFormatStyle": ["parseStrategy"], "FormatStyle": ["format", "FormatInput", "FormatOutput"],
    "SortComparator": ["order", "compare", "Compared"], "ExpressibleByStringLiteral": ["StringLiteralType"],
  ]

  /// The protocols and classes of a user interface, whose requirements a migration does not need.
  static let interfaces: Set<String> = [
    "View", "App", "Scene", "ViewModifier", "ButtonStyle", "LabelStyle", "Commands", "Widget", "WidgetBundle",
    "AppIntent", "EntityQuery", "TimelineProvider", "PreviewProvider", "UIViewController", "UIView", "NSView",
    "UIViewRepresentable", "UIViewControllerRepresentable", "NSViewRepresentable", "UIApplicationDelegate",
    "NSApplicationDelegate", "UIResponder", "PreviewModifier", "DynamicProperty", "Shape", "Layout",
  ]

  /// Types that code uses without their name: those of literals, and what they conform to.
  static let commonTypes: Set<String> = [
    "ArraySlice", "CGFloat", "CaseIterable", "ClosedRange", "Decimal", "DefaultStringInterpolation", "Float",
    "Identifiable", "JSONDecoder", "JSONEncoder", "KeyedDecodingContainer", "KeyedEncodingContainer", "Measurement",
    "Notification", "Predicate", "Range", "RawRepresentable", "Schema", "SingleValueDecodingContainer",
    "SingleValueEncodingContainer", "SortDescriptor", "StringInterpolation", "TimeZone", "UnkeyedDecodingContainer",
    "UnkeyedEncodingContainer",
    "Array", "BidirectionalCollection", "BinaryFloatingPoint", "BinaryInteger", "Bool", "Calendar", "Character",
    "Collection", "Comparable", "Data", "Date", "DateComponents", "Decodable", "Dictionary", "Double", "Encodable",
    "Equatable", "Error", "FetchDescriptor", "FileManager", "FloatingPoint", "Hashable", "Int", "ModelContainer",
    "ModelContext", "MutableCollection", "Numeric", "Optional", "PersistentModel", "RandomAccessCollection",
    "RangeReplaceableCollection", "Sequence", "Set", "String", "StringProtocol", "Substring", "TimeInterval", "URL",
    "UUID", "UserDefaults", "Locale", "Bundle", "Result",
  ]
}
