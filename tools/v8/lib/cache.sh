# The cache: archives with a checksum beside each, never used unverified.
# shellcheck shell=bash disable=SC2154 # version, target, caches, store: settings.sh

# The name in a cache of our own says what it is for.
archive_name() { printf 'librusty_v8-%s-%s.a.gz\n' "$version" "$target"; }

# A shipped folder holds archives under the crate's release names and one SHA256SUMS.
# It is maintained elsewhere: read, never written.
is_shipped() { [[ -f $1/SHA256SUMS ]]; }

# V8 calls itself 15.0.… in crate 150.….
v8_series() {
  local major=${version%%.*}
  printf '%s.%s.\n' "$((major / 10))" "$((major % 10))"
}

try_cache() {
  local folder
  for folder in "${caches[@]}"; do
    if [[ ! -d $folder ]]; then
      say "no cache at $folder"
    elif is_shipped "$folder"; then
      try_shipped "$folder" && return
    else
      try_own "$folder" && return
    fi
  done
  return 1
}

try_own() {
  local archive
  archive=$(cd "$1" && pwd)/$(archive_name)
  if [[ ! -f $archive ]]; then
    say "no V8 $version for $target in the cache $1"
    return 1
  fi
  if [[ ! -f $archive.sha256 ]]; then
    note "$archive has no checksum beside it: not used"
    return 1
  fi
  if ! (cd "$1" && sha256sum --check --status "$(archive_name).sha256"); then
    note "$archive does not match its checksum: removed"
    rm -f "$archive" "$archive.sha256"
    return 1
  fi
  say "found in the cache: $archive"
  printf '%s\n' "$archive"
}

try_shipped() {
  local folder name
  folder=$(cd "$1" && pwd)
  for name in "$(archive_name)" "librusty_v8_simdutf_release_$target.a.gz" "librusty_v8_release_$target.a.gz"; do
    [[ -f $folder/$name ]] || continue
    if ! (cd "$folder" && awk -v name="$name" '$2 == name || $2 == "*" name' SHA256SUMS |
      sha256sum --check --status 2> /dev/null); then
      note "$folder/$name does not match SHA256SUMS: not used"
    elif [[ $name != "$(archive_name)" ]] && ! is_of_version "$folder/$name"; then
      note "$folder/$name is not a V8 $(v8_series)x, which crate $version needs: not used"
    else
      say "found in the cache: $folder/$name"
      printf '%s\n' "$folder/$name"
      return
    fi
  done
  say "no V8 $version for $target in the cache $1"
  return 1
}

# The release names have no version, but V8 carries its own as text.
is_of_version() (
  # grep leaves as soon as it has seen it; that gzip then fails is not an error.
  set +o pipefail
  series=$(v8_series)
  gzip -dc "$1" 2> /dev/null | LC_ALL=C grep -a -q "${series//./\\.}[0-9]*\\.[0-9]*-rusty"
)

# keep FILE: moves a finished archive into the cache. The checksum goes first, so an
# archive without one is never ours.
keep() {
  local name
  name=$(archive_name)
  local sum
  sum=$(sha256sum < "$1")
  printf '%s  %s\n' "${sum%% *}" "$name" > "$store/$name.sha256.partial"
  mv "$store/$name.sha256.partial" "$store/$name.sha256"
  mv "$1" "$store/$name"
  say "kept in the cache: $store/$name"
  printf '%s\n' "$store/$name"
}
