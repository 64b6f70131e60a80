class Schemaledger < Formula
  desc "Checks that each released SQLite schema still migrates to today's"
  homepage "@homepage@"
  url "@url@"
  sha256 "@sha256@"
  license "MIT"

  # Swift 6.2 is in Xcode 26. Not compiled on macOS yet.
  depends_on xcode: ["26.0", :build]
  depends_on "pkgconf" => :build
  depends_on "libgit2"
  depends_on macos: :sequoia
  uses_from_macos "swift" => :build
  uses_from_macos "sqlite"
  uses_from_macos "zlib"

  on_linux do
    depends_on "openssl@3"
  end

  def install
    # Homebrew's sandbox contains the build, and a sandbox cannot contain another one, which SwiftPM would start.
    arguments = ["--disable-sandbox", "--configuration", "release", "--product", "schemaledger"]
    arguments += ["--static-swift-stdlib"] if OS.linux?
    system "swift", "build", *arguments
    bin.install ".build/release/schemaledger", "Hooks/schemaledger-ci"
    generate_completions_from_executable(bin/"schemaledger", "completions")
    system bin/"schemaledger", "man-pages", buildpath/"man"
    man1.install Dir["man/*.1"]
    man5.install Dir["man/*.5"]
    man7.install Dir["man/*.7"]
  end

  test do
    assert_equal version.to_s, shell_output("#{bin}/schemaledger --version").strip
    system bin/"schemaledger", "demo"
  end
end
