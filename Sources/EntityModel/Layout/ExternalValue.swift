/// The content of a column whose attribute has `.externalStorage`: the bytes of the value, or the name of the file that
/// contains them.
///
/// The rules are in `Docs/StoreLayout.md`. Apple documents only that Core Data decides where the value is:
/// https://developer.apple.com/documentation/coredata/nsattributedescription/allowsexternalbinarydatastorage
public enum ExternalValue<Column: Collection> where Column.Element == UInt8 {
  /// The byte 1, then the value.
  case inline(Column.SubSequence)
  /// The byte 2, then the file's name, a UUID of 36 characters, then the byte 0.
  case file(name: String)

  /// Reads a column; `nil` if it has neither form.
  public init?(_ column: Column) {
    switch column.first {
    case 1: self = .inline(column.dropFirst())
    case 2:
      let rest = column.dropFirst()
      guard rest.count == ExternalStorage.nameLength + 1, rest.dropFirst(ExternalStorage.nameLength).first == 0 else {
        return nil
      }
      let name = rest.prefix(ExternalStorage.nameLength)
      // The name becomes part of a path.
      guard name.enumerated().allSatisfy({ ExternalStorage.isPart($1, at: $0) }) else { return nil }
      self = .file(name: String(decoding: name, as: UTF8.self))
    default: return nil
    }
  }
}

/// The place of the values that are too large for a column.
public enum ExternalStorage {
  /// The number of characters of a file's name.
  static let nameLength = 36

  /// The column of a value that is stored in it.
  public static func column(inline value: some Collection<UInt8>) -> [UInt8] { [1] + value }

  /// The column of a value that is stored in a file.
  ///
  /// - Parameter file: the file's name, a UUID of 36 characters.
  public static func column(file: String) -> [UInt8] { [2] + file.utf8 + [0] }

  /// The path of the folder for the files of a store: `.Model_SUPPORT/_EXTERNAL_DATA` beside `Model.sqlite`.
  public static func folder(ofStore path: String) -> String {
    let start = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
    let name = path[start...]
    let stem = name.lastIndex(of: ".").flatMap { $0 > name.startIndex ? name[..<$0] : nil } ?? name
    return "\(path[..<start]).\(stem)_SUPPORT/_EXTERNAL_DATA"
  }

  static func isPart(_ byte: UInt8, at position: Int) -> Bool {
    switch position {
    case 8, 13, 18, 23: byte == UInt8(ascii: "-")
    default: Character(UnicodeScalar(byte)).isHexDigit && byte < 0x80
    }
  }
}

extension DeclaredModel.Attribute {
  /// Whether the column has the form of ``ExternalValue``. No store shows what Core Data does for a type other than
  /// `Data`.
  public var isExternal: Bool { type == .binary && valueType == nil && options.contains("externalStorage") }
}
