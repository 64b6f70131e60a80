public import Findings

/// Where this project is published. This is the only place of these addresses: the program and `Docs/Site/conf.py` read
/// them here. While one is `nil`, nothing is printed or linked in its place.
public enum ProjectAddress {
  /// The address of the pages that `make site` builds, without a slash at its end, such as `https://docs.example.org`.
  public static let site: String? = nil

  /// The address of the Git repository in a browser, without a slash at its end, such as `https://git.example.org/schemaledger`.
  public static let repository: String? = nil
}

/// How the program is installed. This is the only place of these words: `Docs/Install.md` describes each way.
public enum Installation {
  /// The ways, for a message that begins with "Install it from". `Hooks` contains the same text, which tests check.
  public static let ways: String =
    "its sources ('make install'), or from a package that 'make dist' makes of them"
    + (ProjectAddress.repository.map { ": \($0)" } ?? "")
}

extension FindingCode {
  /// The address of the description on a site.
  ///
  /// A page of the site has the path of its Markdown file in the repository, so that an address stays the same while the
  /// file does.
  public func url(on site: String? = ProjectAddress.site) -> String? {
    site.map { "\($0)/\(page.replacing(".md", with: ".html", maxReplacements: 1))" }
  }
}
