/// The texts of hooks, ours of today and of the past.
public enum HookText {
  /// The same as `Hooks/pre-commit`; a test proves it.
  public static let preCommit = #"""
    #!/bin/sh
    # schemaledger: stops a commit that would change a frozen database schema.
    # Written by `schemaledger hook install`; `schemaledger hook uninstall` removes it.

    chained=${0%/*}/pre-commit.before-schemaledger
    if [ -x "$chained" ]; then
      "$chained" "$@" || exit $?
    fi

    # Leave at once when nothing that schemaledger.yml names is staged. Only the plainest lines of that file are read here;
    # with any other the program is asked.
    watch() {
      set -- schemaledger.yml SchemaLedger
      while IFS= read -r line || [ -n "$line" ]; do
        while :; do case $line in ' '*) line=${line# } ;; '- '*) line=${line#- } item=1 ;; *) break ;; esac; done
        case $line in
          '' | '#'* | kind:* | convention:* | source: | databases: | migrations: | files: | paths:) continue ;;
          ledger:\ * | path:\ * | file:\ *) value=${line#*: } ;;
          *:) continue ;;
          *:\ * | *[!A-Za-z0-9._/-]*) return 1 ;;
          *) value=$line ;;
        esac
        case $value in '' | *[!A-Za-z0-9._/-]*) return 1 ;; esac
        set -- "$@" "$value"
      done <schemaledger.yml
      git diff --cached --quiet -- "$@"
    }
    [ -f schemaledger.yml ] && watch && exit 0

    if ! command -v schemaledger >/dev/null 2>&1; then
      echo >&2 "This repository keeps a ledger of its database schemas, and this commit touches it,"
      echo >&2 "but 'schemaledger' is not in your PATH. Install it: https://github.com/schemaledger/schemaledger"
      echo >&2 "To commit without it: git commit --no-verify. To remove this hook: rm '$0'"
      exit 2
    fi
    exec schemaledger check --staged

    """#

  /// Texts that earlier versions wrote: replaced without asking.
  static let past: Set<String> = []
}
