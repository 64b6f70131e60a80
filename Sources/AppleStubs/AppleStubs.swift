// Names of Apple's frameworks that the files of models and migration plans use, for code that `stages: run` compiles on
// Linux. They have the shapes that such code needs and nothing more: values can be made, kept, compared, encoded and
// decoded, and what they would show or do on a device is left out.
//
// The links say what each name means.
//
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, DontRepeatTypeInStaticProperties, TypeNamesShouldBeCapitalized

#if !canImport(Darwin)
  public import Foundation

  // MARK: SwiftUI

  /// https://developer.apple.com/documentation/swiftui/color
  public struct Color: Sendable, Hashable {
    /// Of the components of a colour: `nil` for a colour that has only a name.
    public let components: [Double]?
    /// The name of a system colour or of an asset.
    public let name: String?

    /// A color of an asset.
    public init(_ name: String, bundle: Bundle? = nil) { (self.name, components) = (name, nil) }
    /// A color of red, green, blue and opacity.
    public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
      (name, components) = (nil, [red, green, blue, opacity])
    }
    /// A color of a color space, which is not kept.
    public init(_ space: RGBColorSpace, red: Double, green: Double, blue: Double, opacity: Double = 1) {
      self.init(red: red, green: green, blue: blue, opacity: opacity)
    }
    /// A color of a hue, a saturation and a brightness.
    public init(hue: Double, saturation: Double, brightness: Double, opacity: Double = 1) {
      (name, components) = ("hsb \(hue) \(saturation) \(brightness) \(opacity)", nil)
    }
    /// The color of another framework.
    public init(_ color: UIColor) { (name, components) = (color.color.name, color.color.components) }
    /// The color of another framework.
    public init(uiColor color: UIColor) { self.init(color) }

    /// The color with another opacity.
    public func opacity(_ opacity: Double) -> Color {
      guard let components else { return Color("\(name ?? "") \(opacity)") }
      return Color(red: components[0], green: components[1], blue: components[2], opacity: components[3] * opacity)
    }

    /// https://developer.apple.com/documentation/swiftui/color/rgbcolorspace
    public enum RGBColorSpace: Sendable { case sRGB, sRGBLinear, displayP3 }

    public static let red = Color("red")
    public static let orange = Color("orange")
    public static let yellow = Color("yellow")
    public static let green = Color("green")
    public static let mint = Color("mint")
    public static let teal = Color("teal")
    public static let cyan = Color("cyan")
    public static let blue = Color("blue")
    public static let indigo = Color("indigo")
    public static let purple = Color("purple")
    public static let pink = Color("pink")
    public static let brown = Color("brown")
    public static let white = Color("white")
    public static let gray = Color("gray")
    public static let black = Color("black")
    public static let clear = Color("clear")
    public static let primary = Color("primary")
    public static let secondary = Color("secondary")
    public static let accentColor = Color("accentColor")
  }

  /// https://developer.apple.com/documentation/swiftui/localizedstringkey
  public struct LocalizedStringKey: Sendable, Hashable, ExpressibleByStringInterpolation {
    public let key: String
    public init(_ value: String) { key = value }
    public init(stringLiteral value: String) { key = value }
  }

  /// https://developer.apple.com/documentation/swiftui/image
  public struct Image: Sendable, Hashable {
    public let name: String
    public init(_ name: String, bundle: Bundle? = nil) { self.name = name }
    public init(systemName: String) { name = systemName }
  }

  // MARK: UIKit and AppKit

  /// https://developer.apple.com/documentation/uikit/uicolor
  public final class UIColor: Sendable, Hashable {
    let color: Color
    public init(_ color: Color) { self.color = color }
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
      color = Color(red: Double(red), green: Double(green), blue: Double(blue), opacity: Double(alpha))
    }
    public static func == (one: UIColor, other: UIColor) -> Bool { one.color == other.color }
    public func hash(into hasher: inout Hasher) { hasher.combine(color) }
  }

  /// https://developer.apple.com/documentation/appkit/nscolor
  public typealias NSColor = UIColor

  /// An image is its file: nothing decodes it.
  ///
  /// https://developer.apple.com/documentation/uikit/uiimage
  public final class UIImage: Sendable {
    private let data: Data
    public init?(data: Data) {
      if data.isEmpty { return nil }
      self.data = data
    }
    public func pngData() -> Data? { data }
    public func jpegData(compressionQuality: CGFloat) -> Data? { data }
  }

  /// https://developer.apple.com/documentation/appkit/nsimage
  public typealias NSImage = UIImage

  // MARK: os

  /// https://developer.apple.com/documentation/os/logger
  public struct Logger: Sendable {
    public init() {}
    public init(subsystem: String, category: String) {}
    public func log(_ message: OSLogMessage) {}
    public func log(level: OSLogType, _ message: OSLogMessage) {}
    public func trace(_ message: OSLogMessage) {}
    public func debug(_ message: OSLogMessage) {}
    public func info(_ message: OSLogMessage) {}
    public func notice(_ message: OSLogMessage) {}
    public func warning(_ message: OSLogMessage) {}
    public func error(_ message: OSLogMessage) {}
    public func critical(_ message: OSLogMessage) {}
    public func fault(_ message: OSLogMessage) {}
  }

  /// https://developer.apple.com/documentation/os/oslogtype
  public enum OSLogType: Sendable { case `default`, info, debug, error, fault }

  /// https://developer.apple.com/documentation/os/oslogprivacy
  public enum OSLogPrivacy: Sendable {
    case `public`, `private`, sensitive, auto
    public enum Mask: Sendable { case hash, none }
    public static func `private`(mask: Mask) -> OSLogPrivacy { .private }
  }

  /// The text of a message, which is not kept.
  ///
  /// https://developer.apple.com/documentation/os/oslogmessage
  public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
    public init(stringLiteral value: String) {}
    public init(stringInterpolation: StringInterpolation) {}

    public struct StringInterpolation: StringInterpolationProtocol {
      public init(literalCapacity: Int, interpolationCount: Int) {}
      public mutating func appendLiteral(_ literal: String) {}
      public mutating func appendInterpolation<Value>(
        _ value: @autoclosure () -> Value, privacy: OSLogPrivacy = .auto
      ) {}
    }
  }

  /// The device is the machine on which the stages run.
  ///
  /// https://developer.apple.com/documentation/uikit/uidevice
  public struct UIDevice: Sendable {
    public static let current = UIDevice()
    public let name = "iPhone"
    public let model = "iPhone"
    public let systemName = "iOS"
    public let systemVersion = "26.0"
    public let identifierForVendor: UUID? = nil
  }

  /// The names of the module, for code that writes `os.Logger`.
  public enum os {
    public typealias Logger = AppleStubs.Logger
    public typealias OSLogType = AppleStubs.OSLogType
  }

  // MARK: Core Location

  public typealias CLLocationDegrees = Double
  public typealias CLLocationDistance = Double
  public typealias CLLocationAccuracy = Double
  public typealias CLLocationSpeed = Double
  public typealias CLLocationDirection = Double

  /// https://developer.apple.com/documentation/corelocation/cllocationcoordinate2d
  public struct CLLocationCoordinate2D: Sendable {
    public var latitude: CLLocationDegrees
    public var longitude: CLLocationDegrees
    public init() { self.init(latitude: 0, longitude: 0) }
    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
      (self.latitude, self.longitude) = (latitude, longitude)
    }
  }

  /// https://developer.apple.com/documentation/corelocation/cllocation
  public final class CLLocation: Sendable {
    public let coordinate: CLLocationCoordinate2D
    public let altitude: CLLocationDistance
    public let horizontalAccuracy: CLLocationAccuracy
    public let verticalAccuracy: CLLocationAccuracy
    public let timestamp: Date
    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
      coordinate = CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
      (altitude, horizontalAccuracy, verticalAccuracy, timestamp) = (0, 0, -1, Date())
    }
    public init(
      coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance, horizontalAccuracy: CLLocationAccuracy,
      verticalAccuracy: CLLocationAccuracy, timestamp: Date
    ) {
      self.coordinate = coordinate
      self.altitude = altitude
      self.horizontalAccuracy = horizontalAccuracy
      self.verticalAccuracy = verticalAccuracy
      self.timestamp = timestamp
    }
  }

  // MARK: Combine

  /// https://developer.apple.com/documentation/combine/observableobject
  public protocol ObservableObject: AnyObject {}

  /// A property whose changes nobody observes.
  ///
  /// https://developer.apple.com/documentation/combine/published
  @propertyWrapper public struct Published<Value> {
    public var wrappedValue: Value
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    public init(initialValue: Value) { wrappedValue = initialValue }
  }

  // MARK: Foundation on Apple's systems

  /// https://developer.apple.com/documentation/foundation/localizedstringresource
  public struct LocalizedStringResource: Sendable, Hashable, Codable, ExpressibleByStringInterpolation {
    public var key: String
    public init(stringLiteral value: String) { key = value }
    public init(_ key: String, defaultValue: String? = nil, table: String? = nil, comment: String? = nil) {
      self.key = defaultValue ?? key
    }
  }

  extension String {
    /// The key or the default value: without the bundle of the app there is no translation.
    public init(
      localized key: String, defaultValue: String? = nil, table: String? = nil, bundle: Bundle? = nil,
      locale: Locale = .current, comment: String? = nil
    ) {
      self = defaultValue ?? key
    }
    /// The key: without the bundle of the app there is no translation.
    public init(localized resource: LocalizedStringResource) { self = resource.key }
  }

  extension Bundle {
    /// The bundle of a package's resources, which a slice does not have.
    public static var module: Bundle { .main }
  }

  extension FileManager {
    /// A folder for the group below the home folder of the program.
    public func containerURL(forSecurityApplicationGroupIdentifier identifier: String) -> URL? {
      let folder = homeDirectoryForCurrentUser.appendingPathComponent("Groups/" + identifier)
      try? createDirectory(at: folder, withIntermediateDirectories: true)
      return folder
    }
  }

  /// Runs the work; on Linux no pool is needed.
  public func autoreleasepool<Result>(invoking work: () throws -> Result) rethrows -> Result { try work() }

  // MARK: App Intents, Transferable

  /// https://developer.apple.com/documentation/appintents/appenum
  public protocol AppEnum {}
  /// https://developer.apple.com/documentation/appintents/appentity
  public protocol AppEntity {}
  /// https://developer.apple.com/documentation/coretransferable/transferable
  public protocol Transferable {}
#endif
