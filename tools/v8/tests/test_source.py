"""Tests of the Python parts: progress, clusters, build file tuning, patches."""

import contextlib
import io
import os
import pathlib
import sys
import tempfile
import unittest

TOOL = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TOOL / "lib"), str(TOOL / "source")]

import cluster_files  # noqa: E402
import patch_sources  # noqa: E402
import progress  # noqa: E402
import tune_ninja  # noqa: E402


class Clock:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


class Stream(io.StringIO):
    def __init__(self, terminal):
        super().__init__()
        self.terminal = terminal

    def isatty(self):
        return self.terminal


class ProgressTest(unittest.TestCase):
    def step(self, output, number=1):
        return f"[{number}/9] CXX {output}\n"

    def follow(self, lines, terminal=False, seconds=10):
        """Runs a build whose lines come `seconds` apart."""
        clock = Clock()

        def slowly():
            for line in lines:
                clock.now += seconds
                yield line

        stream, log = Stream(terminal), io.StringIO()
        build = progress.Progress(*progress.plan(lines), 2)
        display = progress.Display(stream, clock)
        progress.follow(slowly(), build, display, log, clock)
        return stream.getvalue(), log.getvalue()

    def test_plan_counts_steps_by_their_cost(self):
        lines = ["ninja: Entering directory `out'\n", self.step("obj/v8/v8_compiler/a.o"), self.step("gen/x")]
        steps, seconds = progress.plan(lines)
        self.assertEqual(steps, 2)
        self.assertEqual(seconds, progress.cost("obj/v8/v8_compiler/a.o") + progress.cost("gen/x"))
        self.assertGreater(progress.cost("obj/v8/v8_compiler/a.o"), progress.cost("gen/x"))

    def test_the_estimate_starts_from_the_plan_and_follows_the_rate(self):
        build = progress.Progress(100, 200.0, 2)
        self.assertEqual(build.remaining(0), 100)
        build.done_seconds = 50.0
        self.assertEqual(build.remaining(60), 180)
        self.assertIn("25 %", build.text(60))

    def test_more_work_than_planned_stays_below_the_end(self):
        build = progress.Progress(1, 1.0, 1)
        build.done_seconds = 5.0
        self.assertEqual(build.remaining(60), 0)
        self.assertEqual(build.share(), 1)

    def test_without_a_terminal_there_is_a_line_now_and_then(self):
        lines = [self.step(f"obj/{number}.o", number) for number in range(1, 10)]
        text, log = self.follow(lines)
        self.assertEqual(log, "".join(lines))
        self.assertNotIn("\r", text)
        self.assertEqual(text.count("\n"), 1 + 3 + 1)

    def test_on_a_terminal_there_is_one_line(self):
        text, _ = self.follow([self.step("obj/1.o"), self.step("obj/2.o")], terminal=True)
        self.assertEqual(text.count("\n"), 1)
        self.assertGreater(text.count("\r"), 1)

    def test_errors_are_shown(self):
        lines = [self.step("obj/1.o"), "FAILED: obj/2.o\n", "2.cc:1:1: error: no\n"]
        text, _ = self.follow(lines)
        self.assertIn("FAILED: obj/2.o\n2.cc:1:1: error: no\n", text)
        self.assertNotIn("100 %", text)

    def test_work_that_falls_away_shortens_the_estimate(self):
        build = progress.Progress(5, 500.0, 1)
        build.see("[1/5] CXX obj/a.o")
        before = build.remaining(10)
        build.see("[2/3] CXX obj/b.o")
        self.assertAlmostEqual(build.remaining(10), 5)
        self.assertLess(build.remaining(10), before)
        build.see("[3/3] CXX obj/c.o")
        self.assertEqual(build.share(), 1)


class ClusterTest(unittest.TestCase):
    def test_clusters_are_even_and_keep_the_order(self):
        sources = [f"../src/{number:02}.cc" for number in range(26)]
        groups = cluster_files.clusters(sources, 25, 5, [])
        self.assertEqual([len(group) for group in groups], [13, 13])
        self.assertEqual(sum(groups, []), sources)

    def test_slow_folders_have_small_clusters(self):
        sources = [f"../v8/src/maglev/{number}.cc" for number in range(6)]
        groups = cluster_files.clusters(sources, 25, 5, ["src/maglev"])
        self.assertEqual([len(group) for group in groups], [3, 3])

    def test_folders_are_kept_apart(self):
        sources = ["../src/heap/a.cc", "../src/api/b.cc", "../src/heap/c.cc", "../src/heap/x64/d.cc"]
        groups = cluster_files.clusters(sources, 25, 5, [])
        self.assertEqual(groups, [[sources[0], sources[2]], [sources[1]], [sources[3]]])

    def test_a_file_that_is_right_is_left_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "a.cc")
            cluster_files.write(path, "x")
            os.utime(path, (1, 1))
            cluster_files.write(path, "x")
            self.assertEqual(path.stat().st_mtime, 1)
            cluster_files.write(path, "y")
            self.assertEqual(path.read_text(), "y")

    def test_the_names_are_those_of_the_files(self):
        with tempfile.TemporaryDirectory() as folder:
            arguments = ["--prefix", "p", "--cluster-size", "1", "gen/a.cc", "gen/b.cc"]
            output = io.StringIO()
            with contextlib.redirect_stdout(output):
                cluster_files.main(["--compute-filenames", *arguments])
            cluster_files.main(
                ["--generate", "--output-dir", folder, "--strip-prefix", "gen/", *arguments]
            )
            self.assertEqual(output.getvalue().split(), sorted(os.listdir(folder)))
            self.assertEqual(pathlib.Path(folder, "p-cluster-1.cc").read_text(), '#include "b.cc"\n')

    def test_includes_can_be_given_a_prefix(self):
        self.assertEqual(
            cluster_files.text(["../src/a.cc"], "", "../../"), '#include "../../../src/a.cc"\n'
        )


class TuneTest(unittest.TestCase):
    FILE = (
        "defines = -DA\n"
        "include_dirs = -I.\n"
        "cflags = -Wall -fnew -O3 -mllvm -x=1\n"
        "cflags_cc = -std=c++23\n"
        "build obj/a.o: cxx a.cc | phony/inputs || phony/order\n"
        "  source_name_part = a\n"
        "build obj/b.o: cxx b.cc\n"
        "build obj/c.o: cc c.c\n"
    )

    def test_the_header_follows_from_the_target(self):
        self.assertEqual(tune_ninja.header_for("obj/third_party/icu/icui18n"), "icu.h")
        self.assertEqual(tune_ninja.header_for("obj/third_party/abseil-cpp/absl/time/time"), "abseil.h")
        self.assertIsNone(tune_ninja.header_for("obj/third_party/simdutf/simdutf"))

    def test_every_header_exists(self):
        for _, header in tune_ninja.PRECOMPILED:
            self.assertTrue((TOOL / "source/headers" / header).is_file(), header)

    def test_cxx_units_get_the_header_and_wait_for_it(self):
        text = tune_ninja.with_header(self.FILE, "/h/x.h", "p/x.pch", True, "clang++", ".")
        self.assertIn("build obj/a.o: cxx a.cc | phony/inputs p/x.pch || phony/order\n", text)
        self.assertIn("build obj/b.o: cxx b.cc | p/x.pch\n", text)
        self.assertIn("build obj/c.o: cc c.c\n", text)
        self.assertEqual(text.count("-include-pch p/x.pch"), 2)
        self.assertIn("build p/x.pch: precompile /h/x.h | phony/inputs || phony/order\n", text)

    def test_only_one_target_makes_the_header(self):
        text = tune_ninja.with_header(self.FILE, "/h/x.h", "p/x.pch", False, "clang++", ".")
        self.assertNotIn("rule precompile", text)

    def test_a_unit_that_prepares_its_headers_compiles_without(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "a.cc").write_text('#include "x"\n#define Y\n#include "y"\n')
            pathlib.Path(folder, "b.cc").write_text('#include "x"\n#define Y\n')
            text = tune_ninja.with_header(self.FILE, "/h/x.h", "p/x.pch", False, "clang++", folder)
        self.assertIn("build obj/a.o: cxx a.cc | phony/inputs || phony/order\n", text)
        self.assertIn("build obj/b.o: cxx b.cc | p/x.pch\n", text)

    def test_flags_are_changed(self):
        text = tune_ninja.tuned("obj/v8/v8_compiler", self.FILE, [("-fnew",), ("-mllvm", "-x=1")])
        self.assertIn("cflags = -Wall -O2 -w\n", text.replace("  ", " "))

    def test_build_time_programs_are_not_optimised(self):
        self.assertNotIn("-O2", tune_ninja.tuned("obj/v8/torque_base", self.FILE, []))

    def test_unknown_flags_are_found_by_asking_the_compiler(self):
        with tempfile.TemporaryDirectory() as folder:
            clang = pathlib.Path(folder, "clang")
            clang.write_text(
                "#!/bin/sh\n"
                'case "$*" in\n'
                "*-fnew*) echo \"clang: error: unknown argument: '-fnew'\" >&2; exit 1 ;;\n"
                "*-x=1*) echo \"clang: Unknown command line argument '-x=1'.\" >&2; exit 1 ;;\n"
                "esac\n"
            )
            clang.chmod(0o755)
            flags = list(tune_ninja.compiler_flags("-Wall -fnew -O3 -mllvm -x=1 -fPIC"))
            self.assertEqual(
                tune_ninja.unknown_flags(str(clang), flags), [("-fnew",), ("-mllvm", "-x=1")]
            )


class PatchTest(unittest.TestCase):
    def test_a_text_that_has_changed_is_an_error(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "BUILD.gn")
            path.write_text("old\n")
            patch_sources.replace(path, "old", "new")
            self.assertEqual(path.read_text(), "new\n")
            with self.assertRaises(SystemExit):
                patch_sources.replace(path, "old", "new")


if __name__ == "__main__":
    unittest.main()
