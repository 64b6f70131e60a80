import SwiftProjects
import Testing

@Suite("Modules of Xcode projects")
struct XcodeModulesTests {
  private static let listed = """
    ROOT = {isa = PBXProject; buildConfigurationList = CP; mainGroup = MAIN; targets = (T, U);};
    MAIN = {isa = PBXGroup; children = (G, M, V, FB); sourceTree = "<group>";};
    G = {isa = PBXGroup; children = (FA); path = "My Code"; sourceTree = "<group>";};
    FA = {isa = PBXFileReference; path = a.swift; sourceTree = "<group>";};
    FB = {isa = PBXFileReference; path = Shared/b.swift; sourceTree = SOURCE_ROOT;};
    M = {isa = XCVersionGroup; children = (); path = Data.xcdatamodeld; sourceTree = "<group>";};
    V = {isa = PBXVariantGroup; children = (FV); name = l.swift; sourceTree = "<group>";};
    FV = {isa = PBXFileReference; path = en.lproj/l.swift; sourceTree = "<group>";};
    T = {isa = PBXNativeTarget; name = "My App"; productType = "com.apple.product-type.application";
      buildConfigurationList = CT; buildPhases = (S, L); dependencies = ();};
    U = {isa = PBXNativeTarget; name = Kit; productType = "com.apple.product-type.framework"; buildPhases = (SU);};
    S = {isa = PBXSourcesBuildPhase; files = (B1, B2, B3, B4);};
    SU = {isa = PBXSourcesBuildPhase; files = (B5);};
    L = {isa = PBXFrameworksBuildPhase; files = (B6);};
    B1 = {isa = PBXBuildFile; fileRef = FA;}; B2 = {isa = PBXBuildFile; fileRef = FB;};
    B3 = {isa = PBXBuildFile; fileRef = M;}; B4 = {isa = PBXBuildFile; fileRef = V;};
    B5 = {isa = PBXBuildFile; fileRef = FB;}; B6 = {isa = PBXBuildFile; fileRef = P;};
    P = {isa = PBXFileReference; path = Kit.framework; sourceTree = BUILT_PRODUCTS_DIR;};
    CP = {isa = XCConfigurationList; buildConfigurations = (DP, RP);};
    CT = {isa = XCConfigurationList; buildConfigurations = (RT);};
    DP = {isa = XCBuildConfiguration; name = Debug; buildSettings = {SWIFT_ACTIVE_COMPILATION_CONDITIONS = DEBUG;};};
    RP = {isa = XCBuildConfiguration; name = Release; buildSettings = {SWIFT_VERSION = 5.0;
      SWIFT_ACTIVE_COMPILATION_CONDITIONS = BASE; "SWIFT_ACTIVE_COMPILATION_CONDITIONS[sdk=macosx*]" = MAC;};};
    RT = {isa = XCBuildConfiguration; name = Release; buildSettings = {PRODUCT_NAME = "$(TARGET_NAME)";
      SWIFT_ACTIVE_COMPILATION_CONDITIONS = "$(inherited) APP"; OTHER_SWIFT_FLAGS = "-D FLAG -DTWO"; SDKROOT = iphoneos;
      DEVELOPMENT_ASSET_PATHS = "\\"My Code\\"";};};
    """

  @Test func `a target compiles the files of its phases, wherever their groups are`() throws {
    let result = try CommitDouble.project(
      Self.listed, "My Code/a.swift", "Shared/b.swift", "en.lproj/l.swift", "lost.swift",
      "Data.xcdatamodeld/Data.xcdatamodel/contents"
    ).modules()
    #expect(result.problems == [])
    #expect(result.modules.map(\.name) == ["Kit", "My_App"])
    let app = try #require(result.modules.last)
    #expect(app.kind == .app && app.target == "My App")
    #expect(app.sources == ["My Code/a.swift", "Shared/b.swift", "en.lproj/l.swift"])
    #expect(app.models == ["Data.xcdatamodeld"])
    #expect(app.dependencies == ["Kit"])
    #expect(app.previews == ["My Code/a.swift"])
    #expect(result.modules(compiling: "Shared/b.swift").map(\.name) == ["Kit", "My_App"])
    #expect(result.unbuilt == ["lost.swift"])
  }

  @Test func `settings are those of the release configuration, with the project's as inherited ones`() throws {
    let app = try #require(try CommitDouble.project(Self.listed, "Shared/b.swift").modules().modules.last)
    #expect(app.conditions.active == ["BASE", "APP", "FLAG", "TWO"])
    #expect(app.conditions.uncertain == ["MAC"])
    #expect(app.conditions.swiftVersion == "5.0")
    #expect(app.conditions.platforms == ["iphoneos"])
  }

  @Test func `entitlements are those of the release configuration, unless a settings file may name others`() throws {
    func app(_ settings: String, base: String = "") throws -> SourceModule? {
      let objects = Self.listed.replacing("SDKROOT = iphoneos;", with: "SDKROOT = iphoneos; " + settings)
        .replacing(
          "name = Release; buildSettings = {PRODUCT_NAME", with: "name = Release; \(base) buildSettings = {PRODUCT_NAME"
        )
      var commit = CommitDouble.project(objects, "Shared/b.swift")
      commit.files["App/App.entitlements"] = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0"><dict>
          <key>com.apple.security.application-groups</key><array><string>group.example</string></array>
          <key>com.apple.developer.icloud-services</key><array><string>CloudKit</string></array>
          <key>com.apple.developer.icloud-container-identifiers</key><array><string>iCloud.example</string></array>
        </dict></plist>
        """
      return try commit.modules().modules.last
    }
    let named = try app("CODE_SIGN_ENTITLEMENTS = \"$(SRCROOT)/App/App.entitlements\";")?.entitlements
    #expect(named?.applicationGroups == ["group.example"])
    #expect(named?.cloudContainers == ["iCloud.example"])
    #expect(try app("")?.entitlements == Entitlements())
    #expect(try app("CODE_SIGN_ENTITLEMENTS = \"$(FOLDER)/App.entitlements\";")?.entitlements == nil)
    #expect(try app("", base: "baseConfigurationReference = FA;")?.entitlements == nil)
  }

  @Test func `a listed file that the commit lacks is a problem with its line`() throws {
    let result = try CommitDouble.project(Self.listed, "My Code/a.swift", "en.lproj/l.swift").modules()
    let missing = result.problems.filter { $0.reason == .missingFile("Shared/b.swift") }
    #expect(missing.count == 2 && missing.allSatisfy { ($0.line ?? 0) > 4 })
  }

  private static let synchronized = """
    ROOT = {isa = PBXProject; mainGroup = MAIN; targets = (T, U);};
    MAIN = {isa = PBXGroup; children = (F, H); sourceTree = "<group>";};
    F = {isa = PBXFileSystemSynchronizedRootGroup; exceptions = (E1, E2); path = App; sourceTree = "<group>";};
    H = {isa = PBXFileSystemSynchronizedRootGroup; exceptions = (E3); path = Scripts; sourceTree = "<group>";};
    E1 = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet; membershipExceptions = (Info.plist, x.swift); target = T;};
    E2 = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet; membershipExceptions = (Deep/y.swift); target = U;};
    E3 = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet; membershipExceptions = (s.swift); target = T;};
    T = {isa = PBXNativeTarget; name = App; productType = "com.apple.product-type.application";
      fileSystemSynchronizedGroups = (F);};
    U = {isa = PBXNativeTarget; name = UITests; productType = "com.apple.product-type.bundle.ui-testing";};
    """

  @Test func `an exception leaves a file out of the folder's target, and puts it into another`() throws {
    let result = try CommitDouble.project(
      Self.synchronized, "App/a.swift", "App/x.swift", "App/Deep/y.swift", "App/M.xcdatamodeld/M.xcdatamodel/contents",
      "Scripts/s.swift", "Scripts/t.swift"
    ).modules()
    #expect(
      result.modules.map(\.sources) == [["App/Deep/y.swift", "App/a.swift", "Scripts/s.swift"], ["App/Deep/y.swift"]])
    #expect(result.modules.map(\.models) == [["App/M.xcdatamodeld"], []])
    #expect(result.unbuilt == ["App/x.swift", "Scripts/t.swift"])
  }

  @Test func `an exception that names a folder of Swift files is refused`() throws {
    let objects = Self.synchronized.replacing("x.swift", with: "Deep")
    let result = try CommitDouble.project(objects, "App/Deep/y.swift").modules()
    #expect(result.problems.map(\.reason).contains(.exceptionIsFolder("App/Deep")))
  }
}
