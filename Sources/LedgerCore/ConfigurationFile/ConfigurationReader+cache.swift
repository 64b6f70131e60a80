internal import SharedCache
internal import Yams

extension ConfigurationReader {
  /// The address under `cache`.
  func cache() throws(LedgerError) -> CacheAddress? {
    guard let node = root.mapping?["cache"] else { return nil }
    let url = try Section(node, name: "'cache'", keys: ["url"]).required("url")
    guard let address = CacheAddress(try Self.text(url, "url")) else {
      throw Self.invalid(url.line, "'url' must be an http or https address, such as https://cache.example.org/schemas")
    }
    if address.hasCredentials {
      throw Self.invalid(
        url.line, "'url' must not contain a password, which everybody can read here: use \(CacheAddress.variableName)")
    }
    return address
  }
}
