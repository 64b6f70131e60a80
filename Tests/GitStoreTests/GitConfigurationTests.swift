import Foundation
import GitStore
import TestSupport
import Testing

/// The variables that change Git's configuration have the effect that they have on `git`.
@Suite("Git's configuration from the environment")
struct GitConfigurationTests {
  private static let pairs = [
    "GIT_CONFIG_COUNT": "2", "GIT_CONFIG_KEY_0": "User.NAME", "GIT_CONFIG_VALUE_0": "Pair",
    "GIT_CONFIG_KEY_1": "some.Part.Key", "GIT_CONFIG_VALUE_1": "x",
  ]

  @Test(
    "as git reads it",
    arguments: [
      [:], pairs, ["GIT_CONFIG_COUNT": ""],
      ["GIT_CONFIG_PARAMETERS": #"'user.name'='It'\''s me'\!''"#],
      ["GIT_CONFIG_PARAMETERS": "'user.name=Old' 'core.bare'= 'x.y'"],
      pairs.merging(["GIT_CONFIG_PARAMETERS": "'user.name'='Later'"]) { $1 },
      ["GIT_CONFIG_GLOBAL": "FOLDER/mine", "GIT_CONFIG_SYSTEM": "FOLDER/system"], ["GIT_CONFIG_GLOBAL": "/dev/null"],
      ["GIT_CONFIG_GLOBAL": ""], ["GIT_CONFIG_GLOBAL": "FOLDER/none"],
      ["GIT_CONFIG_SYSTEM": "FOLDER/system", "GIT_CONFIG_NOSYSTEM": "1"],
    ])
  func values(_ variables: [String: String]) throws {
    let sandbox = try Sandbox()
    try sandbox.write(sandbox.folder + "/mine", "[user]\n\tname = Mine\n\temail = mine@example.com\n")
    try sandbox.write(sandbox.folder + "/system", "[user]\n\temail = system@example.com\n[a]\n\tb = c\n")
    let variables = variables.mapValues { $0.replacing("FOLDER", with: sandbox.folder) }
    let repository = try sandbox.open(nil, ["GIT_CONFIG_NOSYSTEM": "0"].merging(variables) { $1 })
    for key in ["user.name", "user.email", "a.b", "some.Part.key", "some.part.key"] {
      let environment = ["GIT_CONFIG_NOSYSTEM": "0"].merging(variables) { $1 }
      let expected = try? sandbox.git(["config", "--get", key], environment: environment)
      #expect(try repository.string(key) == expected, "\(key)")
    }
  }

  @Test("a key without a value is true, and the command's value comes before that of any file")
  func command() throws {
    let sandbox = try Sandbox()
    try sandbox.git("config", "commit.gpgSign", "false")
    try sandbox.git("config", "core.hooksPath", "own")
    let parameters = "'commit.gpgsign'= 'core.hookspath'='~/theirs'"
    let repository = try sandbox.open(nil, ["GIT_CONFIG_PARAMETERS": parameters])
    #expect(try repository.bool("commit.gpgsign") == true)
    #expect(try repository.hooksDirectory == Home.path + "/theirs")
    #expect(try sandbox.open().bool("commit.gpgsign") == false)
  }

  @Test(
    "what git rejects is an error that names the variable",
    arguments: [
      (["GIT_CONFIG_COUNT": "many"], "GIT_CONFIG_COUNT"), (["GIT_CONFIG_COUNT": "1"], "GIT_CONFIG_KEY_0"),
      (["GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "a.b"], "GIT_CONFIG_VALUE_0"),
      (["GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "ab", "GIT_CONFIG_VALUE_0": ""], "GIT_CONFIG_KEY_0"),
      (["GIT_CONFIG_PARAMETERS": "'user.name"], "GIT_CONFIG_PARAMETERS"),
    ])
  func invalid(_ variables: [String: String], _ name: String) throws {
    let sandbox = try Sandbox()
    #expect(throws: (any Error).self) { try sandbox.git(["config", "--get", "a.b"], environment: variables) }
    let error = #expect(throws: GitError.self) { try sandbox.open(nil, variables) }
    #expect(error?.message.hasPrefix(name + " is not valid") == true, "\(String(describing: error))")
  }

  @Test(
    "safe.directory counts where git reads it, and only in protected configuration", .enabled(if: geteuid() == 0),
    arguments: [
      [:], ["GIT_CONFIG_GLOBAL": "FOLDER/all"], ["GIT_CONFIG_GLOBAL": "FOLDER/this"],
      ["GIT_CONFIG_GLOBAL": "FOLDER/other"], ["GIT_CONFIG_SYSTEM": "FOLDER/all"],
      ["GIT_CONFIG_SYSTEM": "FOLDER/all", "GIT_CONFIG_NOSYSTEM": "true"],
      ["GIT_CONFIG_SYSTEM": "FOLDER/all", "GIT_CONFIG_GLOBAL": "FOLDER/reset"],
      ["GIT_CONFIG_PARAMETERS": "'safe.directory'='*'"],
      ["GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "safe.directory", "GIT_CONFIG_VALUE_0": "ROOT"],
      ["GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "safe.directory", "GIT_CONFIG_VALUE_0": "ROOT/.git"],
      ["SUDO_UID": "12345"], ["SUDO_UID": "12346"], ["GIT_DIR": "ROOT/.git", "GIT_WORK_TREE": "ROOT"],
    ])
  func ownership(_ variables: [String: String]) throws {
    let sandbox = try Sandbox()
    func replaced(_ text: String) -> String {
      text.replacing("FOLDER", with: sandbox.folder).replacing("ROOT", with: sandbox.root)
    }
    for (name, values) in [
      ("all", ["*"]), ("this", ["ROOT"]), ("other", ["ROOT/sub"]), ("reset", [""]),
    ] {
      let lines = values.map { "\tdirectory = " + replaced($0) + "\n" }.joined()
      try sandbox.write(sandbox.folder + "/" + name, "[safe]\n" + lines)
    }
    // The repository's own configuration does not count.
    try sandbox.git("config", "safe.directory", "*")
    for path in [sandbox.root, sandbox.root + "/.git"] { try #require(chown(path, 12_345, 12_345) == 0) }
    let environment = ["GIT_CONFIG_NOSYSTEM": "0", "GIT_CONFIG_GLOBAL": "/dev/null"]
      .merging(variables.mapValues(replaced)) { $1 }
    let isAllowed = (try? sandbox.git(["rev-parse", "--git-dir"], environment: environment)) != nil
    do {
      _ = try sandbox.open(nil, environment)
      #expect(isAllowed)
    } catch GitError.unsafeOwnership(let path) {
      #expect(!isAllowed)
      #expect(path == sandbox.root)
    }
  }
}
