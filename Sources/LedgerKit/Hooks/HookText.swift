internal import LedgerCore

/// The texts of the hooks, current and past.
public enum HookText {
  /// Equal to `Hooks/pre-commit` and `Hooks/pre-merge-commit`, which a test checks.
  public static let preCommit = #"""
    #!/bin/sh
    # schemaledger: stops a commit that would change a frozen database schema.
    # Written by `schemaledger hook install`; `schemaledger hook uninstall` removes it.

    # This text is both pre-commit and pre-merge-commit. A hook manager may rename the file, for example to
    # `<hook>.legacy`.
    hook=pre-commit
    case ${0##*/} in pre-merge-commit*) hook=pre-merge-commit ;; esac
    chained=${0%/*}/$hook.before-schemaledger
    if [ -x "$chained" ]; then
      "$chained" "$@" || exit $?
    fi

    # Exit at once if nothing is staged that schemaledger.yml names. Only plain lines of that file are parsed here; for any
    # other line, the program decides. The staged version of the file may differ, but reading it from Git would double the
    # cost. SQL files, entries, attributes and schemaledger.yml itself are therefore watched everywhere.
    watch() {
      set -- schemaledger.yml SchemaLedger '*.sql' '*/entry.json' '*.gitattributes'
      if [ ! -f schemaledger.yml ]; then
        # This branch may not have a ledger.
        git ls-files --error-unmatch schemaledger.yml >/dev/null 2>&1 && return 1
        git diff --cached --quiet -- schemaledger.yml SchemaLedger
        return
      fi
      # A merge may lose an entry that only the other side has. This is not a difference from HEAD.
      if [ $hook = pre-merge-commit ] || [ -e "${GIT_DIR:-.git}/MERGE_HEAD" ]; then return 1; fi
      while IFS= read -r line || [ -n "$line" ]; do
        item=
        while :; do case $line in ' '*) line=${line# } ;; '- '*) line=${line#- } item=1 ;; *) break ;; esac; done
        case $line in
          *[![:print:]]*) return 1 ;;
          '' | '#'* | pattern:\ [\'\"^]*) continue ;;
          *:) case ${line%:} in *[!A-Za-z0-9_-]*) return 1 ;; esac; continue ;;
          *:\ *) value=${line#*: } ;;
          *) [ -n "$item" ] || return 1; value=$line ;;
        esac
        value=${value%/}
        case $value in '' | */ | *[!A-Za-z0-9._/-]*) return 1 ;; esac
        case $line in
          kind:\ swift) set -- "$@" '*.swift' '*Package.resolved' ;;
          kind:\ swiftdata) set -- "$@" '*.swift' '*.pbxproj' ;;
          kind:\ coredata) set -- "$@" '*.xcdatamodel*' ;;
          kind:* | convention:* | version:*) ;;
          *) set -- "$@" "$value" ;;
        esac
      done <schemaledger.yml
      git diff --cached --quiet -- "$@"
    }
    watch && exit 0

    if ! command -v schemaledger >/dev/null 2>&1; then
      echo >&2 "This repository keeps a ledger of its database schemas (see schemaledger.yml), and this commit may touch"
      echo >&2 "it, but the program 'schemaledger' is not in your PATH."
      echo >&2 "Install it from \#(Installation.ways)."
      echo >&2 "To commit without it: git commit --no-verify. To remove this hook: rm '$0'"
      exit 2
    fi
    exec schemaledger check --staged

    """#

  /// ``preCommit`` with lint and verify for pending migrations, after the gate.
  public static let verifyingPreCommit = preCommit.replacing(
    "exec schemaledger check --staged\n",
    with: #"""
      schemaledger check --staged || exit $?
      # Lint and verify for pending migrations, within the seconds of schemaledger.verifyTimeLimit in Git's configuration.
      exec \#(HookName.verification)

      """#)

  /// SHA-256 digests of the texts that earlier versions wrote. A hook with such a text is replaced without a question.
  static let past: Set<String> = [
    // pre-commit without the check of merges.
    "65a8d99fc31be7a574a8c01b5636d377afb09718231f75cc9bb2c7e3137b08f9",
    // pre-commit without support for Swift packages.
    "3aa500c1242b43a6626731a6cb5ed0ade52a1b31f093b8ce0a6ca2894a06df88",
    // pre-commit without the models of apps.
    "a68c137788946a88b6d6e9df2d0aabc994f8e06869ea405d4c58b9dbf03671cb",
    // pre-commit, with different comments.
    "566b2f4988980c2c6d9b6eed2534263cf388307843eced2d7ca6b01b1d6ddf92",
    // pre-push, with different comments.
    "acb39ccbf68964666a580f43bf3f37283b3836248cf316bf6b5b68fe36bc88f8",
    // pre-receive, with different comments.
    "63f4c6c1e59232ff93e561819096ec37d115d80080428b760430530f76cdc0a4",
    // pre-receive, with a different message for a missing program.
    "0151c9a06a950e080cc2c47449f4852ef7e731e6cd4a58afce013f238c0dd53e",
    // pre-commit, pre-push and pre-receive without the ways to install a missing program.
    "2fe7e3ed3769246eb7cd82e3038c25f63d4d6967217e202cf6ad99ab7364ffa4",
    "25ba9221ff99463e6de39832a56363add9c5ebd8f9c632f37e00677e4b93c648",
    "e7934e30a68f017561a1aebbc766d717f1d8afbffecd4d5390b112dd878f5b32",
    // pre-commit without attributes.
    "019178d1a88406513974bee59b9a7cbc1b22fbea5aa2a4c067ec1e84a9afb144",
    // pre-commit, pre-push and pre-receive, which named packages of a release.
    "46d31e6a67ec0fa3f3ac3fdb8fc31cd5a80f6024154b61d95c4b4f4f769edb1c",
    "616d83f9cc0c9d84f3e4d41f88d036fd89e1c4a2b6c0b45f9ba91c187e1add07",
    "f27c50fde93ae646dabe8b996cf9b18bd28029e6874fac8abe2ce58bae2c29f3",
  ]

  /// Whether a line of a hook that is not a comment runs a command.
  static func runs(_ command: String, in text: String) -> Bool {
    text.split(separator: "\n").contains { line in
      !line.drop { $0 == " " || $0 == "\t" }.hasPrefix("#") && line.contains(command)
    }
  }
}
