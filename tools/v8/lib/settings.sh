# What is asked for: version, target, folders. And how this tool speaks.
# shellcheck shell=bash disable=SC2034,SC2154 # set for the other files, `here` by provide

project=$(cd "$here/../.." && pwd)

say() { printf 'v8: %s\n' "$*" >&2; }
note() { printf 'v8: note: %s\n' "$*" >&2; }

# fail MESSAGE [ADVICE...]: each on its own line.
fail() {
  printf 'v8: error: %s\n' "$1" >&2
  shift
  [[ $# -eq 0 ]] || printf '    %s\n' "$@" >&2
  exit 1
}

# Cargo.lock, or the lock `$2`, is the only place where versions are written down.
locked_version() {
  local lock=${2:-${LUMI_V8_LOCKFILE:-$project/Cargo.lock}} version
  [[ -f $lock ]] || fail "$lock does not exist" "Run 'cargo generate-lockfile' in the project first."
  version=$(awk -v wanted="name = \"$1\"" '
    $0 == wanted { found = 1; next }
    found && /^version = / { split($0, part, "\""); print part[2]; exit }' "$lock")
  [[ -n $version ]] || fail "$lock has no package '$1'"
  printf '%s\n' "$version"
}

host_target() {
  command -v rustc > /dev/null || fail "rustc is not installed" "Install Rust from https://rustup.rs and run this again."
  rustc -vV | sed -n 's/^host: //p'
}

read_settings() {
  version=$(locked_version v8)
  target=${CARGO_BUILD_TARGET:-$(host_target)}

  # Where the lookup reads, in order, and where a new archive is kept.
  local own=${XDG_CACHE_HOME:-${HOME:-/var/tmp}/.cache}/lumi/v8
  caches=("$own")
  store=$own
  if [[ -n ${LUMI_V8_CACHE:-} && $LUMI_V8_CACHE != "$own" ]]; then
    caches=("$LUMI_V8_CACHE" "$own")
    is_shipped "$LUMI_V8_CACHE" || store=$LUMI_V8_CACHE
  fi
  # Paths are handed to tools that run elsewhere.
  [[ $store == /* ]] || store=$PWD/$store
}
