internal import LedgerCore

extension HookText {
  /// Equal to `Hooks/pre-push`, which a test checks.
  public static let prePush = #"""
    #!/bin/sh
    # schemaledger: stops a push that would change a frozen database schema.
    # Written by `schemaledger hook install --pre-push`; `schemaledger hook uninstall` removes it.

    # Git lists the pushed references on standard input, which can be read only once.
    updates=$(cat)
    updates() { [ -z "$updates" ] || printf '%s\n' "$updates"; }

    chained=${0%/*}/pre-push.before-schemaledger
    if [ -x "$chained" ]; then
      updates | "$chained" "$@" || exit $?
    fi
    [ -n "$updates" ] || exit 0

    if ! command -v schemaledger >/dev/null 2>&1; then
      # Several repositories may share this hook, and this one may not have a ledger.
      git cat-file -e HEAD:schemaledger.yml 2>/dev/null || exit 0
      echo >&2 "This repository keeps a ledger of its database schemas (see schemaledger.yml), but the program"
      echo >&2 "'schemaledger' is not in your PATH."
      echo >&2 "Install it from \#(Installation.ways)."
      echo >&2 "To push without it: git push --no-verify. To remove this hook: rm '$0'"
      exit 2
    fi
    updates | schemaledger hook run pre-push "$@" >&2

    """#

  /// Equal to `Hooks/pre-receive`, which a test checks.
  public static let preReceive = #"""
    #!/bin/sh
    # schemaledger: refuses a push that would change a frozen database schema.
    # Written by `schemaledger hook install` in a bare repository; `schemaledger hook uninstall` removes it.

    # Git lists the pushed references on standard input, which can be read only once.
    updates=$(cat)
    updates() { [ -z "$updates" ] || printf '%s\n' "$updates"; }

    chained=${0%/*}/pre-receive.before-schemaledger
    if [ -x "$chained" ]; then
      updates | "$chained" "$@" || exit $?
    fi

    if ! command -v schemaledger >/dev/null 2>&1; then
      echo >&2 "This repository rejects changes to a frozen database schema, but the program 'schemaledger' is not in"
      echo >&2 "the server's PATH. The server's administrator must install it or remove the hook $0"
      echo >&2 "Install it from \#(Installation.ways)."
      exit 2
    fi
    updates | schemaledger hook run pre-receive

    """#
}
