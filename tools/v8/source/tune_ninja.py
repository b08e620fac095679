"""Makes the build files that gn wrote fit this compiler, and quicker to build.

usage: tune_ninja.py CLANG OUT HEADERS

Four changes, all to `OUT/**/*.ninja`:
- flags that only Chromium's own clang knows are dropped;
- what only runs during the build (torque, the builtins' generators) is not optimised,
  and the rest not beyond -O2: the last level costs time and gains next to nothing;
- warnings are off: they are for the authors of V8;
- targets share precompiled headers, made from those in the folder HEADERS, if it has any.
"""

import collections
import hashlib
import os
import re
import subprocess
import sys

# Whose objects end up in programs that run only while V8 is built.
BUILD_ONLY = {
    "obj/v8/bytecode_builtins_list_generator",
    "obj/v8/gen-regexp-special-case",
    "obj/v8/torque",
    "obj/v8/torque_base",
    "obj/v8/torque_generated_initializers",
    "obj/v8/v8_initializers",
}

# Folder of a target to its header; the first that fits.
PRECOMPILED = (
    ("obj/src/deno_inspector/", "library.h"),
    ("obj/third_party/abseil-cpp/", "abseil.h"),
    ("obj/third_party/icu/", "icu.h"),
    ("obj/v8/cppgc_base", "library.h"),
    ("obj/v8/mksnapshot", "runtime.h"),
    ("obj/v8/src/inspector/", "library.h"),
    ("obj/v8/third_party/inspector_protocol/", "library.h"),
    ("obj/v8/torque_generated_definitions", "runtime.h"),
    ("obj/v8/torque_generated_initializers", "builtins.h"),
    ("obj/v8/v8_base_without_compiler", "runtime.h"),
    ("obj/v8/v8_compiler", "compiler.h"),
    ("obj/v8/v8_heap_base", "library.h"),
    ("obj/v8/v8_init", "builtins.h"),
    ("obj/v8/v8_libbase", "library.h"),
    ("obj/v8/v8_libplatform", "library.h"),
    ("obj/v8/v8_snapshot", "runtime.h"),
)

# A header has to be worth its own compilation.
FEWEST_UNITS = 5

FLAG_VARIABLES = ("defines", "include_dirs", "cflags", "cflags_cc")
# What has to be the same for two targets to share a precompiled header.
SHARED_VARIABLES = ("defines", "cflags", "cflags_cc")


def variables(text):
    return dict(re.findall(r"^(\w+) = (.*)$", text, re.MULTILINE))


def unit_count(text):
    return len(re.findall(r"^build \S+: cxx ", text, re.MULTILINE))


def header_for(target):
    """The header that the units of `target` get precompiled, or None."""
    for folder, header in PRECOMPILED:
        if target.startswith(folder):
            return header
    return None


def unknown_flags(clang, flags):
    """Those of `flags` (tuples: an option and its value) that `clang` refuses."""
    refused = []
    while True:
        left = [flag for flag in flags if flag not in refused]
        words = [word for flag in left for word in flag]
        run = subprocess.run(
            [clang, "-w", "-c", "-x", "c++", os.devnull, "-o", os.devnull, *words],
            capture_output=True,
            text=True,
        )
        if run.returncode == 0:
            return refused
        named = set(re.findall(r"[Uu]nknown (?:command line )?argument:? '([^']+)'", run.stderr))
        named |= set(re.findall(r"unsupported (?:option|argument) '([^']+)'", run.stderr))
        found = [flag for flag in left if named & set(flag) or "=".join(flag) in named]
        if not found:
            sys.exit(f"{clang} refuses the flags of the build:\n{run.stderr}")
        refused += found


def compiler_flags(line):
    """Splits the value of a flag variable into options with their values."""
    words = iter(line.split())
    for word in words:
        if word in ("-mllvm", "-Xclang"):
            yield word, next(words)
        elif word.startswith(("-f", "-m")):
            yield (word,)


def without(line, refused):
    for flag in refused:
        line = re.sub(rf"(?<!\S){re.escape(' '.join(flag))}(?!\S) ?", "", line)
    return line


def tuned(target, text, refused):
    """The text of one target's file with its flags changed."""
    level = "-O0" if target in BUILD_ONLY else "-O2"

    def change(match):
        line = without(match.group(2), refused)
        if match.group(1) == "cflags":
            line = re.sub(r"(?<!\S)-O[23](?!\S)", level, line) + " -w"
        return f"{match.group(1)} = {line}"

    return re.sub(r"^(cflags\w*|asmflags|ldflags) = (.*)$", change, text, flags=re.MULTILINE)


def prepares_headers(source):
    """Whether a source defines a macro before its last `#include`: headers that were
    compiled without that macro may be wrong for it."""
    with open(source, encoding="utf-8", errors="replace") as file:
        directives = re.findall(r"^[ \t]*#[ \t]*(define|include)\b", file.read(), re.MULTILINE)
    return re.search("define.*include", " ".join(directives)) is not None


def with_header(text, header, compiled, makes_it, compiler, out):
    """Adds the precompiled header to the C++ units, and its own rule to one file."""

    def change(match):
        output, rest = match.groups()
        source = os.path.join(out, rest.split()[0])
        if os.path.exists(source) and prepares_headers(source):
            return match.group(0)
        inputs, bar, order = rest.partition(" || ")
        inputs += f" {compiled}" if " | " in inputs else f" | {compiled}"
        return (
            f"build {output}: cxx {inputs}{bar}{order}\n"
            f"  cflags_cc = ${{cflags_cc}} -include-pch {compiled}"
        )

    edge = re.search(r"^build \S+: cxx \S+(.*)$", text, re.MULTILINE)
    text = re.sub(r"^build (\S+): cxx (.*)$", change, text, flags=re.MULTILINE)
    if makes_it:
        flags = " ".join(f"${{{name}}}" for name in FLAG_VARIABLES)
        text += (
            "\nrule precompile\n"
            f"  command = {compiler} -MD -MF ${{out}}.d {flags}"
            " -fpch-instantiate-templates -x c++-header -c ${in} -o ${out}\n"
            "  description = PCH ${out}\n"
            "  depfile = ${out}.d\n"
            "  deps = gcc\n"
            f"build {compiled}: precompile {header}{edge.group(1)}\n"
        )
    return text


def target_files(out):
    """Pairs of a target's name and its file."""
    for folder, _, files in os.walk(os.path.join(out, "obj")):
        for file in files:
            if file.endswith(".ninja"):
                path = os.path.join(folder, file)
                yield os.path.relpath(path, out).removesuffix(".ninja"), path


def main(clang, out, headers):
    texts = {}
    paths = dict(sorted(target_files(out)))
    flags = {}
    for target, path in paths.items():
        with open(path, encoding="utf-8") as file:
            texts[target] = file.read()
        for variable in ("cflags", "cflags_cc", "asmflags"):
            for flag in compiler_flags(variables(texts[target]).get(variable, "")):
                flags[flag] = True
    refused = unknown_flags(clang, list(flags))

    groups = collections.defaultdict(list)
    for target, text in texts.items():
        texts[target] = text = tuned(target, text, refused)
        header = header_for(target)
        if header and unit_count(text) and os.path.exists(os.path.join(headers, header)):
            values = variables(text)
            shared = "\0".join(values.get(name, "") for name in SHARED_VARIABLES)
            groups[header, hashlib.sha256(shared.encode()).hexdigest()[:12]].append(target)

    with open(os.path.join(out, "toolchain.ninja"), encoding="utf-8") as file:
        compiler = re.search(r"^rule cxx\n  command =\s+(\S+)", file.read(), re.MULTILINE).group(1)
    for (header, key), targets in groups.items():
        if sum(unit_count(texts[target]) for target in targets) < FEWEST_UNITS:
            continue
        # The target with the longest search path can make it for all.
        maker = max(targets, key=lambda target: len(variables(texts[target])["include_dirs"]))
        compiled = f"precompiled/{header.removesuffix('.h')}-{key}.pch"
        for target in targets:
            texts[target] = with_header(
                texts[target],
                f"{headers}/{header}",
                compiled,
                target == maker,
                compiler,
                out,
            )

    for target, path in paths.items():
        with open(path, "w", encoding="utf-8") as file:
            file.write(texts[target])


if __name__ == "__main__":
    main(*sys.argv[1:])
