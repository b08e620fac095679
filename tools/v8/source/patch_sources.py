"""Changes the copied sources of the `v8` crate where gn's arguments do not reach.

usage: patch_sources.py SOURCES CLUSTER_SCRIPT

A text that is not found ends it: the sources are of a version that this tool has not
been fitted to.
"""

import os
import shutil
import sys

# The parts of Abseil that V8's files include; the whole is twice as many.
ABSEIL = (
    "container:btree",
    "container:flat_hash_map",
    "container:flat_hash_set",
    "functional:function_ref",
    "functional:overload",
    "numeric:int128",
    "strings:str_format",
    "synchronization",
    "time",
)

REPLACEMENTS = {
    "v8/BUILD.gn": (
        (
            'public_deps = [ "//third_party/abseil-cpp:absl" ]',
            "public_deps = [ %s ]"
            % ", ".join(f'"//third_party/abseil-cpp/absl/{part}"' for part in ABSEIL),
        ),
        # These say `using namespace turboshaft`, which hides names that their
        # neighbours use.
        (
            'v8_cluster_source_set("v8_initializers") {',
            'v8_cluster_source_set("v8_initializers") {\n'
            "  exclude_from_cluster = [\n"
            '    "src/builtins/builtins-number-tsa.cc",\n'
            '    "src/builtins/builtins-string-tsa.cc",\n'
            '    "src/interpreter/interpreter-generator-tsa.cc",\n'
            "  ]",
        ),
        # Torque in clusters, as the rest of V8. Its two generators share a function's name.
        (
            'v8_source_set("torque_base") {',
            'v8_cluster_source_set("torque_base") {\n'
            '  exclude_from_cluster = [ "src/torque/cc-generator.cc" ]',
        ),
    ),
}

# Where the build looks for the script that the crate leaves out: its `v8` folder is
# found twice, as a folder of its own and through gn's second source root.
CLUSTER_FOLDERS = ("v8/tools", "v8/v8/tools")


def replace(path, old, new):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if text.count(old) != 1:
        sys.exit(f"{path} has changed: expected once in it: {old}")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.replace(old, new))


def main(sources, cluster_script):
    for folder in CLUSTER_FOLDERS:
        os.makedirs(os.path.join(sources, folder), exist_ok=True)
        shutil.copy(cluster_script, os.path.join(sources, folder, "cluster_files.py"))
    for path, changes in REPLACEMENTS.items():
        for old, new in changes:
            replace(os.path.join(sources, path), old, new)


if __name__ == "__main__":
    main(*sys.argv[1:])
