# The archive built from the sources in the `v8` crate, stage by stage. A stage that is
# done leaves a stamp, so an interrupted build goes on where it stopped.
# shellcheck shell=bash disable=SC2154 # settings.sh and needs.sh set the rest

is_buildable() {
  case $1 in
    x86_64-unknown-linux-gnu | aarch64-unknown-linux-gnu) ;;
    *) return 1 ;;
  esac
}

try_build() {
  [[ $target == "$(host_target)" ]] ||
    fail "V8 for $target can only be built on such a machine" "Set RUSTY_V8_ARCHIVE to an archive built there."
  work=$store/build-$version-$target
  mkdir -p "$work"
  say "building V8 $version from source in $work"
  require_space
  ensure_needs
  # Other versions, tools or scripts than those a stage was done with: it runs again.
  local recipe
  recipe="v8 $version, icu $(locked_version deno_core_icudata "$here/icu/Cargo.lock"), $clang, scripts $(scripts_sum)${LUMI_V8_PLAIN:+, plain}"
  stage sources "$recipe" unpack_sources
  stage configure "$recipe" configure
  stage compile "$recipe" compile
  stage pack "$recipe" pack
  keep "$work/packed.a.gz"
  [[ -n ${LUMI_V8_KEEP_BUILD:-} ]] || rm -rf "$work"
}

scripts_sum() {
  find "$here/source" -type f -not -name '*.pyc' -print0 | sort -z | xargs -0 cat | sha256sum | cut -c 1-16
}

# stage NAME KEY COMMAND
stage() {
  local stamp=$work/$1.done
  if [[ -f $stamp && $(cat "$stamp") == "$2" ]]; then
    say "stage $1: done before"
    return
  fi
  rm -f "$stamp"
  say "stage $1"
  "$3"
  printf '%s\n' "$2" > "$stamp.partial"
  mv "$stamp.partial" "$stamp"
}

require_space() {
  local free
  free=$(df --output=avail -BG "$work" | tr -dc 0-9)
  [[ $free -ge 4 ]] || fail "a build needs 4 GB of disk, $work has $free" "Set LUMI_V8_CACHE to a folder on a larger disk."
}

# Prints the folder of a crate, which comes through cargo: it verifies it against the lock beside the manifest.
crate_folder() {
  cargo metadata --locked --format-version 1 --filter-platform "$target" --manifest-path "$2" |
    "$python" "$here/lib/crate_folders.py" "$1" ||
    fail "cargo could not fetch the crate $1" "Run 'cargo fetch --manifest-path $2' and see what it says."
}

unpack_sources() {
  local v8 icu
  v8=$(crate_folder v8 "$project/Cargo.toml")
  icu=$(crate_folder deno_core_icudata "$here/icu/Cargo.toml")
  rm -rf "$work/src" "$work/src.partial"
  # With their times: what is copied once more is not compiled once more.
  cp -Rp "$v8" "$work/src.partial"
  chmod -R u+w "$work/src.partial"
  # The crate leaves ICU's data out; this other crate is the same file.
  mkdir -p "$work/src.partial/third_party/icu/common"
  cp "$icu/src/icudtl.dat" "$work/src.partial/third_party/icu/common/"
  "$python" "$here/source/patch_sources.py" "$work/src.partial" "$here/source/cluster_files.py"
  mv "$work/src.partial" "$work/src"
}

configure() {
  lay_toolchain
  mkdir -p "$work/out"
  {
    cat "$here/source/args.gn"
    printf 'clang_base_path = "%s"\nclang_version = "%s"\n' "$work/toolchain" "${resources##*/}"
    [[ -z ${LUMI_V8_PLAIN:-} ]] || printf 'v8_enable_cluster_build = false\n'
  } > "$work/out/args.gn"
  "$gn" gen --root="$work/src" --script-executable="$python" "$work/out" > "$work/gn.log" 2>&1 || {
    tail -n 20 "$work/gn.log" >&2
    fail "gn could not configure the build, see $work/gn.log"
  }
  rm -rf "$work/headers"
  mkdir "$work/headers"
  [[ -n ${LUMI_V8_PLAIN:-} ]] || cp -p "$here"/source/headers/*.h "$work/headers/"
  "$python" "$here/source/tune_ninja.py" "$clang" "$work/out" "$work/headers"
}

# A folder that looks like the compiler Chromium ships, made of links to the machine's.
lay_toolchain() {
  resources=$("$clang" -print-resource-dir)
  local runtime triple=$target
  runtime=$("$clang" --rtlib=compiler-rt -print-libgcc-file-name)
  local folder=$work/toolchain
  rm -rf "$folder"
  mkdir -p "$folder/bin" "$folder/lib/clang/${resources##*/}/lib/$triple"
  ln -s "$(dirname "$clang")"/* "$folder/bin/"
  ln -s "$resources/include" "$folder/lib/clang/${resources##*/}/include"
  ln -s "$runtime" "$folder/lib/clang/${resources##*/}/lib/$triple/libclang_rt.builtins.a"
}

# Cluster units are large: two gigabytes of memory for each compiler.
job_count() {
  local memory processors
  memory=$(awk '/^MemAvailable:/ { print int($2 / 2000000) }' /proc/meminfo)
  processors=$(nproc)
  [[ $memory -ge 1 ]] || memory=1
  printf '%s\n' "${LUMI_V8_JOBS:-$((memory < processors ? memory : processors))}"
}

compile() {
  local jobs
  jobs=$(job_count)
  "$ninja" -C "$work/out" -n rusty_v8 > "$work/plan.txt"
  "$ninja" -C "$work/out" -j "$jobs" rusty_v8 2>&1 |
    "$python" "$here/lib/progress.py" --plan "$work/plan.txt" --jobs "$jobs" --log "$work/ninja.log" ||
    fail "the build stopped, see $work/ninja.log" "Run this again to go on from here." \
      "Should a file not compile: LUMI_V8_PLAIN=1 builds as the crate does, which takes hours."
}

pack() {
  # -n: the same input gives the same bytes.
  gzip -n -6 -c "$work/out/obj/librusty_v8.a" > "$work/packed.a.gz.partial"
  mv "$work/packed.a.gz.partial" "$work/packed.a.gz"
}
