/// The possible replacements for each character of a text: a letter for a letter, a digit for a digit, and punctuation
/// for itself. Each replacement has the same number of bytes in UTF-8.
///
/// Every text of a shape is a possible replacement within that shape. So there are at least as many pseudonyms as
/// originals, and different originals can have different pseudonyms.
struct TextShape {
  /// The choices for each Unicode scalar; never empty.
  let places: [[Unicode.Scalar]]

  /// - Parameter text: a text with ASCII letters in lower case.
  init(of text: String) {
    let scalars = Array(text.unicodeScalars)
    let fixed = Self.isUUID(scalars) ? [14, 19] : []
    let isHexadecimal = !fixed.isEmpty || Self.isHexadecimal(scalars)
    places = scalars.indices.map { index in
      let scalar = scalars[index]
      if fixed.contains(index) { return [scalar] }
      switch scalar {
      case "a"..."f" where isHexadecimal: return Self.hexadecimalLetters
      case "a"..."z": return Self.letters
      case "0"..."9":
        // A number keeps its length: a leading zero stays, and no other digit becomes a leading zero.
        let isFirst = index == 0 || !("0"..."9").contains(scalars[index - 1])
        let goesOn = index + 1 < scalars.count && ("0"..."9").contains(scalars[index + 1])
        guard isFirst, goesOn, !isHexadecimal else { return Self.digits }
        return scalar == "0" ? [scalar] : Array(Self.digits.dropFirst())
      default: return scalar.isASCII ? [scalar] : Self.others(scalar)
      }
    }
  }

  private static let letters = Array("abcdefghijklmnopqrstuvwxyz".unicodeScalars)
  private static let hexadecimalLetters = Array("abcdef".unicodeScalars)
  private static let digits = Array("0123456789".unicodeScalars)

  /// Whether the text is a UUID. Its version and variant digits are kept, because some programs check them.
  /// https://www.rfc-editor.org/rfc/rfc9562#section-4
  private static func isUUID(_ scalars: [Unicode.Scalar]) -> Bool {
    scalars.count == 36
      && scalars.indices.allSatisfy { index in
        [8, 13, 18, 23].contains(index) ? scalars[index] == "-" : isHexadecimal(scalars[index])
      }
  }

  /// Whether the text is a digest, or a UUID without its dashes.
  private static func isHexadecimal(_ scalars: [Unicode.Scalar]) -> Bool {
    scalars.count >= 16 && scalars.allSatisfy(isHexadecimal) && scalars.contains { ("0"..."9").contains($0) }
  }

  private static func isHexadecimal(_ scalar: Unicode.Scalar) -> Bool {
    ("0"..."9").contains(scalar) || ("a"..."f").contains(scalar)
  }

  /// The replacements for a character beyond ASCII: letters and digits of a similar kind, or the character itself if it
  /// is neither.
  private static func others(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    let properties = scalar.properties
    if properties.generalCategory == .decimalNumber, let digit = properties.numericValue {
      // > … decimal digits are encoded in a contiguous range, in ascending order. Unicode, section 4.6
      let zero = scalar.value - UInt32(digit)
      return (0..<10).compactMap { Unicode.Scalar(zero + $0) }
    }
    guard properties.isAlphabetic else { return [scalar] }
    switch scalar.value {
    case 0x80...0x7FF: return properties.isLowercase ? small : properties.isUppercase ? capital : other
    case 0x800...0xFFFF: return ideographs
    default: return rareIdeographs
    }
  }

  private static func alphabet(
    _ range: ClosedRange<UInt32>, _ isWanted: (Unicode.Scalar.Properties) -> Bool
  )
    -> [Unicode.Scalar]
  {
    range.compactMap(Unicode.Scalar.init).filter { $0.properties.isAlphabetic && isWanted($0.properties) }
  }

  private static let small = alphabet(0x80...0x7FF) { $0.isLowercase }
  private static let capital = alphabet(0x80...0x7FF) { $0.isUppercase }
  private static let other = alphabet(0x80...0x7FF) { !$0.isLowercase && !$0.isUppercase }
  private static let ideographs = alphabet(0x4E00...0x9FA5) { _ in true }
  private static let rareIdeographs = alphabet(0x20000...0x2A6D6) { _ in true }
}
