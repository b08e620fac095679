# The archive that the crate's authors publish: quickest by far, where it can be reached.
# shellcheck shell=bash disable=SC2154 # version, target, store: settings.sh

# As in the crate's build script. deno_core always switches `simdutf` on.
release_url() {
  local base=${RUSTY_V8_MIRROR:-https://github.com/denoland/rusty_v8/releases/download}
  printf '%s/v%s/librusty_v8_simdutf_release_%s.a.gz\n' "$base" "$version" "$target"
}

# What the crate's build script would take instead of downloading.
crate_download() {
  local url file
  url=$(release_url)
  file=${CARGO_HOME:-${HOME:-}/.cargo}/.rusty_v8/${url//[^a-zA-Z0-9]/_}
  [[ -f $file ]] || return 1
  gzip --test "$file" 2> /dev/null || return 1
  say "found among the crate's own downloads: $file"
  printf '%s\n' "$file"
}

# A probe first: a network that swallows packets must cost seconds, not minutes.
try_download() {
  local url partial=$store/download-$version-$target.partial
  crate_download && return
  url=$(release_url)
  if [[ -n ${LUMI_V8_OFFLINE:-} ]]; then
    say "LUMI_V8_OFFLINE is set: no download"
    return 1
  fi
  if ! command -v curl > /dev/null; then
    say "curl is not installed: no download of $url"
    return 1
  fi
  if ! curl --silent --fail --location --head --connect-timeout 4 --max-time 8 "$url" > /dev/null 2>&1; then
    say "the published archive cannot be reached: $url"
    return 1
  fi
  say "downloading $url"
  # A transfer that stalls for 20 s is given up.
  if ! curl --silent --show-error --fail --location --connect-timeout 5 \
    --speed-limit 20000 --speed-time 20 --output "$partial" "$url" >&2; then
    say "the download broke off"
    rm -f "$partial"
    return 1
  fi
  if ! gzip --test "$partial" 2> /dev/null; then
    note "the downloaded archive is damaged: removed"
    rm -f "$partial"
    return 1
  fi
  keep "$partial"
}
