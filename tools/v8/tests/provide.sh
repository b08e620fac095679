#!/usr/bin/env bash
# Tests of `provide`: each runs in a folder of its own, with a project of its own, a fake
# network and fake build stages.
set -euo pipefail

tool=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0
failed=0

# setup: an empty cache, a lock file with version 150.4.0, no network.
setup() {
  home=$scratch/$1
  mkdir -p "$home/bin" "$home/cache"
  printf 'name = "v8"\nversion = "150.4.0"\n' > "$home/Cargo.lock"
  fake rustc 'echo "host: x86_64-unknown-linux-gnu"'
  fake curl 'exit 6'
  unset RUSTY_V8_ARCHIVE RUSTY_V8_MIRROR CARGO_BUILD_TARGET LUMI_V8_OFFLINE LUMI_V8_KEEP_BUILD LUMI_V8_PLAIN
  export LUMI_V8_CACHE=$home/cache LUMI_V8_LOCKFILE=$home/Cargo.lock XDG_CACHE_HOME=$home/xdg CARGO_HOME=$home/cargo
  export PATH=$home/bin:$system_path
  # What a build is made of, in place of the real stages.
  export LUMI_V8_TEST_STAGES=$home/stages
  cat > "$LUMI_V8_TEST_STAGES" <<'STAGES'
ensure_needs() { clang=/bin/true python=python3; }
unpack_sources() { echo unpack >> "$home/stages.log"; }
configure() { echo configure >> "$home/stages.log"; }
compile() { echo compile >> "$home/stages.log"; [[ ! -e $home/broken ]] || fail "the compiler failed"; }
pack() { echo pack >> "$home/stages.log"; printf built | gzip > "$work/packed.a.gz"; }
STAGES
  export home
}

# fake NAME SCRIPT: a command that comes before the system's.
fake() {
  printf '#!/bin/sh\n%s\n' "$2" > "$home/bin/$1"
  chmod +x "$home/bin/$1"
}

# run: sets output, messages and status.
run() {
  status=0
  output=$("$tool/provide" 2> "$home/messages") || status=$?
  messages=$(< "$home/messages")
}

archive=librusty_v8-150.4.0-x86_64-unknown-linux-gnu.a.gz

fill_cache() {
  printf cached | gzip > "$home/cache/$archive"
  (cd "$home/cache" && sha256sum "$archive" > "$archive.sha256")
}

fill_shipped() {
  mkdir -p "$home/shipped"
  printf 'x %s-rusty x\n' "$1" | gzip > "$home/shipped/librusty_v8_release_x86_64-unknown-linux-gnu.a.gz"
  (cd "$home/shipped" && sha256sum ./*.gz | sed 's|\./||' > SHA256SUMS)
  export LUMI_V8_CACHE=$home/shipped
}

check() {
  local what=$1
  shift
  if "$@"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf 'FAILED: %s\n  status %s, output: %s\n  messages:\n%s\n' "$what" "$status" "$output" "$messages" >&2
  fi
}

# [[ ]] as a command, for `check`.
is() { [[ $1 == "$2" ]]; }
has() { [[ $1 == *"$2"* ]]; }
lacks() { [[ $1 != *"$2"* ]]; }

test_the_users_archive_comes_first() {
  fill_cache
  touch "$home/mine.a"
  RUSTY_V8_ARCHIVE=$home/mine.a run
  check "the user's archive is printed" is "$output" "$home/mine.a"
}

test_the_users_archive_is_made_absolute() {
  touch "$home/mine.a"
  cd "$home"
  RUSTY_V8_ARCHIVE=mine.a run
  check "an absolute path" is "$output" "$home/mine.a"
}

test_a_missing_archive_of_the_user_is_an_error() {
  fill_cache
  RUSTY_V8_ARCHIVE=$home/nothing.a run
  check "it fails" is "$status" 1
  check "it names the file" has "$messages" "does not exist: $home/nothing.a"
  check "no path" is "$output" ""
}

test_the_cache_comes_before_the_download() {
  fill_cache
  fake curl "touch '$home/asked'; exit 6"
  run
  check "the cached archive" is "$output" "$home/cache/$archive"
  check "no request" lacks "$(echo "$home"/*)" asked
}

test_another_version_in_the_cache_is_not_used() {
  fill_cache
  sed -i 's/150.4.0/151.0.0/' "$LUMI_V8_LOCKFILE"
  run
  check "it is built" is "$output" "$home/cache/${archive/150.4.0/151.0.0}"
}

test_a_corrupt_archive_is_removed_and_made_again() {
  fill_cache
  printf x >> "$home/cache/$archive"
  run
  check "it is noticed" has "$messages" "does not match its checksum: removed"
  check "it is made again" is "$(gzip -dc "$output")" built
  run
  check "and found afterwards" has "$messages" "found in the cache"
}

test_an_archive_without_checksum_is_not_trusted() {
  fill_cache
  rm "$home/cache/$archive.sha256"
  run
  check "it is noticed" has "$messages" "has no checksum"
  check "it is made again" is "$(gzip -dc "$output")" built
}

test_a_shipped_folder_is_read() {
  fill_shipped 15.0.1.2
  run
  check "its archive" is "$output" "$home/shipped/librusty_v8_release_x86_64-unknown-linux-gnu.a.gz"
}

test_a_shipped_archive_of_another_version_is_not_used() {
  fill_shipped 14.9.1.2
  run
  check "it is noticed" has "$messages" "is not a V8 15.0.x"
  check "the new one is kept elsewhere" is "$output" "$home/xdg/lumi/v8/$archive"
}

test_a_corrupt_shipped_archive_is_left_alone() {
  fill_shipped 15.0.1.2
  printf x >> "$home/shipped/librusty_v8_release_x86_64-unknown-linux-gnu.a.gz"
  run
  check "it is noticed" has "$messages" "does not match SHA256SUMS"
  check "the new one is kept elsewhere" is "$output" "$home/xdg/lumi/v8/$archive"
  check "nothing is written beside it" is "$(find "$home/shipped" -type f | wc -l)" 2
}

test_the_crates_own_download_is_used() {
  local name=https___github_com_denoland_rusty_v8_releases_download_v150_4_0_librusty_v8_simdutf_release_x86_64_unknown_linux_gnu_a_gz
  mkdir -p "$CARGO_HOME/.rusty_v8"
  printf x | gzip > "$CARGO_HOME/.rusty_v8/$name"
  run
  check "its path" is "$output" "$CARGO_HOME/.rusty_v8/$name"
}

# A curl that answers the probe and delivers $home/remote.
serve() {
  # shellcheck disable=SC2016 # the fake's own variables
  fake curl 'case "$*" in
    *--head*) echo "$*" >> "$home/requests" ;;
    *) while [ "$1" != --output ]; do shift; done; cp "$home/remote" "$2" ;;
  esac'
}

test_the_download_is_kept() {
  serve
  printf remote | gzip > "$home/remote"
  run
  check "it is in the cache" is "$(gzip -dc "$home/cache/$archive")" remote
  check "its path is printed" is "$output" "$home/cache/$archive"
  check "the probe is short" has "$(< "$home/requests")" "--max-time 8"
  check "the crate's address" has "$(< "$home/requests")" "/v150.4.0/librusty_v8_simdutf_release_x86_64-unknown-linux-gnu.a.gz"
  run
  check "found afterwards" has "$messages" "found in the cache"
}

test_a_damaged_download_is_not_kept() {
  serve
  printf 'not gzip' > "$home/remote"
  run
  check "it is noticed" has "$messages" "damaged"
  check "it is built instead" is "$(gzip -dc "$output")" built
}

test_a_build_runs_every_stage_once() {
  run
  check "the stages" is "$(tr '\n' ' ' < "$home/stages.log")" "unpack configure compile pack "
  check "the archive" is "$output" "$home/cache/$archive"
  check "the checksum" is "$(cd "$home/cache" && sha256sum --check "$archive.sha256")" "$archive: OK"
  check "nothing is left behind" is "$(find "$home/cache" -name 'build-*')" ""
}

test_an_interrupted_build_goes_on() {
  touch "$home/broken"
  run
  check "it fails" is "$status" 1
  check "no archive" is "$output" ""
  rm "$home/broken"
  run
  check "done stages are not repeated" is "$(tr '\n' ' ' < "$home/stages.log")" "unpack configure compile compile pack "
  check "it says so" has "$messages" "stage configure: done before"
}

test_a_changed_recipe_is_configured_again() {
  touch "$home/broken"
  run
  rm "$home/broken"
  export LUMI_V8_PLAIN=1
  run
  check "everything runs again" is "$(tr '\n' ' ' < "$home/stages.log")" "unpack configure compile unpack configure compile pack "
}

test_other_systems_are_left_to_the_crate() {
  fake rustc 'echo "host: aarch64-apple-darwin"'
  run
  check "it succeeds" is "$status" 0
  check "without a path" is "$output" ""
  check "it says so" has "$messages" "downloads its own archive"
}

test_a_second_run_waits_for_the_first() {
  sed -i 's/^compile() {/compile() { sleep 1;/' "$LUMI_V8_TEST_STAGES"
  "$tool/provide" > "$home/first" 2> /dev/null &
  sleep 0.4
  run
  wait
  check "it waits" has "$messages" "waiting for it"
  check "it takes what the first made" is "$output" "$(< "$home/first")"
  check "one build" is "$(grep -c compile "$home/stages.log")" 1
}

test_with_runs_the_command_with_the_archive() {
  fill_cache
  run
  check "the variable is set" is "$("$tool/with" printenv RUSTY_V8_ARCHIVE 2> /dev/null)" "$home/cache/$archive"
}

test_a_missing_lock_file_is_an_error() {
  rm "$LUMI_V8_LOCKFILE"
  run
  check "it fails" is "$status" 1
  check "it says why" has "$messages" "Cargo.lock does not exist"
}

system_path=$PATH
for test in $(declare -F | sed -n 's/^declare -f \(test_.*\)/\1/p'); do
  output='' messages='' status=0
  setup "$test"
  "$test"
done
printf 'tools/v8: %d passed, %d failed\n' "$passed" "$failed"
[[ $failed -eq 0 ]]
