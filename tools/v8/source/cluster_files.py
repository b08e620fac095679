#!/usr/bin/env python3
"""Groups V8's sources into clusters: one compiler run for many files.

V8's build has a cluster mode (`v8_enable_cluster_build`), but the `v8` crate
leaves out the script behind it. This is our own; it is called by
`v8/gni/cluster_build.gni` with the options below, once while the build is
configured, to learn the names, and once per target, to write the files.
"""

import argparse
import os
import sys


def clusters(sources, size, small_size, small_directories):
    """Splits sources into lists, none of more than one folder: names that clash are
    rare within a folder, but not between two. Slow folders get shorter lists."""
    by_folder = {}
    for source in sources:
        by_folder.setdefault(os.path.dirname(source), []).append(source)
    groups = []
    for path, members in by_folder.items():
        is_slow = any(f"{path}/".endswith(f"/{small}/") for small in small_directories)
        # Groups of even length: no short rest that is compiled for its headers only.
        count = -(-len(members) // (small_size if is_slow else size))
        for index in range(count):
            start, end = (len(members) * edge // count for edge in (index, index + 1))
            groups.append(members[start:end])
    return groups


def name(prefix, index):
    return f"{prefix}-cluster-{index}.cc"


def text(sources, strip_prefix, include_prefix):
    """A file that includes all of `sources`."""
    lines = []
    for source in sources:
        if strip_prefix:
            source = source.removeprefix(strip_prefix)
        lines.append(f'#include "{include_prefix}{source}"\n')
    return "".join(lines)


def write(path, content):
    """Leaves a file that is right as it is: ninja would compile a new one again."""
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            if file.read() == content:
                return
    with open(path, "w", encoding="utf-8") as file:
        file.write(content)


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__)
    mode = parser.add_mutually_exclusive_group(required=True)
    mode.add_argument("--compute-filenames", action="store_true")
    mode.add_argument("--generate", action="store_true")
    parser.add_argument("--prefix", required=True)
    parser.add_argument("--cluster-size", type=int, required=True)
    parser.add_argument("--small-cluster-size", type=int, default=5)
    parser.add_argument("--small-cluster-dirs", action="append", default=[])
    parser.add_argument("--output-dir", default=".")
    parser.add_argument("--strip-prefix", default="")
    parser.add_argument("--include-prefix", default="")
    parser.add_argument("sources", nargs="+")
    options = parser.parse_args(arguments)

    groups = clusters(
        options.sources,
        options.cluster_size,
        options.small_cluster_size,
        options.small_cluster_dirs,
    )
    for index, group in enumerate(groups):
        file_name = name(options.prefix, index)
        if options.compute_filenames:
            print(file_name)
            continue
        os.makedirs(options.output_dir, exist_ok=True)
        path = os.path.join(options.output_dir, file_name)
        write(path, text(group, options.strip_prefix, options.include_prefix))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
