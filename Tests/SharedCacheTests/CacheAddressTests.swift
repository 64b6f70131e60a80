import SharedCache
import Testing

@Suite("CacheAddress")
struct CacheAddressTests {
  @Test(
    "addresses, and what messages show of them",
    arguments: [
      ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
      ("https://cache.example.org/a/b/", "https://cache.example.org/a/b"),
      ("https://ada:pass%40word@cache.example.org:443/a", "https://cache.example.org:443/a"),
      ("https://token@cache.example.org", "https://cache.example.org"), ("http://[::1]:80/x", "http://[::1]:80/x"),
      ("https://a@b:c@cache.example.org/", "https://cache.example.org"),
    ])
  func shown(_ text: String, _ shown: String) throws {
    let address = try #require(CacheAddress(text))
    #expect(address.shown == shown)
    #expect(address.hasCredentials == text.contains("@"))
    #expect(!address.text.hasSuffix("/"))
  }

  @Test(
    "anything else is refused",
    arguments: [
      "", "cache.example.org", "ftp://a", "file:///etc/passwd", "HTTP://a", "http://", "http:///a", "http://:80",
      "http://a:0", "http://a:65536", "http://a:b", "http://a b", "http://a\"\nurl=\"http://b", "http://a/\\",
      "http://a/'",
      "http://a?b", "http://a#b", "http://ä", "http://a/../b", "http://a/./b", "http://[::1", "http://[x]",
      "http://a/b@c",
      "http://{a,b}", "http://user@", "http://" + String(repeating: "a", count: 2000),
    ])
  func refused(_ text: String) { #expect(CacheAddress(text) == nil) }
}
