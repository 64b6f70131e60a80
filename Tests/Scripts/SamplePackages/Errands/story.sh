# The command plugin, in a package with SQL migrations. Sourced by ../run.

# A folder of its own shows what is compiled.
plugin() { SWIFTPM_BUILD_DIR="$world/errands-build" swift package schemaledger "$@"; }

# Runs a function while .git is read-only, as in the sandbox of SwiftPM, which exists on macOS only.
without_writing() {
  if [ "$(uname -s)" = Darwin ]; then
    "$@"
  elif unshare --map-root-user --mount true 2> /dev/null; then
    export world
    export -f plugin
    # shellcheck disable=SC2016 # the inner shell expands it
    unshare --map-root-user --mount bash -c 'mount --bind .git .git && mount -o remount,ro,bind .git && "$@"' bash "$@"
  else
    chmod a-w .git
    local status=0
    "$@" || status=$?
    chmod u+w .git
    return $status
  fi
}

expect 0 schemaledger init --no-hook
git add . && git commit -qm 'A ledger'
expect 1 without_writing plugin freeze 1.0.0 -- \
  "'freeze' writes to the Git repository, which SwiftPM's sandbox does not allow. Run it yourself:" \
  "cd $PWD && schemaledger freeze 1.0.0"
expect 0 schemaledger freeze 1.0.0
expect 0 plugin status -- 1.0.0
expect 0 plugin

sed -i.bak 's/title TEXT/title TEXT NOT NULL/' migrations/1_errands.sql
expect 1 plugin check -- SL202
expect 0 plugin check --help -- 'USAGE: schemaledger check'
git checkout -q migrations

# Without the program, it says how to install it.
without=$(dirname "$(command -v swift)"):/usr/bin:/bin
expect 1 env PATH="$without" SWIFTPM_BUILD_DIR="$world/errands-build" swift package schemaledger -- \
  "the program 'schemaledger' is not in your PATH." \
  "Install it from $(sed -n 's/^    "\(its .*\)"$/\1/p' "$SCHEMALEDGER_PACKAGE/Sources/LedgerCore/Findings/ProjectAddress.swift")."

# Only the plugin itself was compiled for it: no library and no macro.
compiled=$(cd "$world/errands-build" && find . -name "*.o" -o -name "*.swiftmodule" -o -name "*-tool")
[ -d "$world/errands-build/plugins" ] || fail "no plugin was compiled"
[ -z "$compiled" ] || fail "the plugin compiles $compiled"
