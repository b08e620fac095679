"""Turns ninja's output into a progress line with an estimate.

usage: ninja … 2>&1 | progress.py --plan PLAN --jobs N --log LOG

PLAN is the output of `ninja -n`: what is left to do. Everything ninja says goes into
LOG; its errors are also shown. Whether the build succeeded is ninja's to say.
"""

import argparse
import re
import sys
import time

STEP = re.compile(r"^\[(\d+)/(\d+)\] (\S+) (\S+)")

# Processor seconds of one step, by the folder of its output: a cluster of V8's files
# is a minute, a file of a small library less than a second. Measured, see README.md;
# another machine is faster or slower by a factor that shows soon enough.
SECONDS = (
    ("precompiled/runtime", 18.0),
    ("precompiled/compiler", 27.0),
    ("precompiled/builtins", 19.0),
    ("obj/v8/v8_compiler/", 28.0),
    ("obj/third_party/simdutf/", 14.0),
    ("obj/v8/v8_base_without_compiler/", 11.0),
    ("obj/v8/torque_base/", 10.0),
    ("obj/v8/v8_initializers/", 7.0),
    ("obj/v8/torque_generated_initializers/", 7.0),
    ("obj/v8/cppgc_base/", 5.0),
    ("obj/third_party/highway/", 3.0),
    ("obj/third_party/icu/", 0.4),
    ("obj/v8/torque_generated_definitions/", 0.3),
    ("obj/", 1.0),
)

# Between two lines where there is no terminal, in seconds.
INTERVAL = 30


def cost(output):
    for folder, seconds in SECONDS:
        if output.startswith(folder):
            return seconds
    return 0.5


def plan(lines):
    """Steps and seconds of the work that `ninja -n` lists."""
    outputs = [match.group(4) for match in map(STEP.match, lines) if match]
    return len(outputs), sum(cost(output) for output in outputs)


class Progress:
    """How far a build is, and how long the rest takes at the rate seen so far."""

    # How much of the work must be done before its rate says more than the measured seconds.
    TRUSTED = 0.03

    def __init__(self, steps, seconds, jobs):
        self.steps = steps
        self.seconds = max(seconds, 0.001)
        self.jobs = jobs
        self.done_steps = 0
        self.done_seconds = 0.0
        self.is_weighed = True

    def see(self, line):
        """Takes a line of ninja's; whether it was a finished step."""
        match = STEP.match(line)
        if not match:
            return False
        self.done_steps += 1
        self.done_seconds += cost(match.group(4))
        self.shrink(int(match.group(2)))
        return True

    def shrink(self, steps):
        """Takes ninja's own count: work falls away when a step changed nothing. If it is
        much, what is left is counted and no longer weighed: which steps went is unknown."""
        if steps < self.steps:
            self.is_weighed = self.is_weighed and steps > 0.9 * self.steps
            self.steps = steps

    def share(self):
        if not self.is_weighed or self.done_steps >= self.steps:
            return min(self.done_steps / max(self.steps, 1), 1.0)
        return min(self.done_seconds / self.seconds, 1.0)

    def remaining(self, elapsed):
        """Seconds left after `elapsed` seconds."""
        share = self.share()
        expected = self.seconds / self.jobs * (1 - share)
        if share < self.TRUSTED:
            return expected
        return elapsed / share * (1 - share)

    def text(self, elapsed):
        percent = int(self.share() * 100)
        return (
            f"{percent:3d} %, {self.done_steps} of {self.steps} steps, "
            f"{minutes(elapsed)} gone, about {minutes(self.remaining(elapsed))} left"
        )


def minutes(seconds):
    if seconds < 90:
        return f"{int(seconds)} s"
    return f"{round(seconds / 60)} min"


class Display:
    """One line that is rewritten on a terminal, a line now and then elsewhere."""

    def __init__(self, stream, clock):
        self.stream = stream
        self.clock = clock
        self.live = stream.isatty()
        self.last = None

    def show(self, text, force=False):
        now = self.clock()
        if not force and self.last is not None and now - self.last < (1 if self.live else INTERVAL):
            return
        self.last = now
        if self.live:
            self.stream.write(f"\r\x1b[Kv8: {text}")
        else:
            self.stream.write(f"v8: {text}\n")
        self.stream.flush()

    def message(self, text):
        if self.live:
            self.stream.write("\r\x1b[K")
        self.stream.write(f"{text}\n")
        self.stream.flush()

    def close(self):
        if self.live and self.last is not None:
            self.stream.write("\n")


def follow(lines, progress, display, log, clock=time.monotonic):
    """Shows the progress of a build until its output ends."""
    start = clock()
    failed = False
    display.show(progress.text(0), force=True)
    for line in lines:
        log.write(line)
        log.flush()
        line = line.rstrip("\n")
        if progress.see(line):
            display.show(progress.text(clock() - start))
        elif failed or line.startswith(("FAILED:", "ninja: error", "ninja: fatal")):
            failed = True
            display.message(line)
    if not failed:
        display.show(progress.text(clock() - start), force=True)
    display.close()


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--plan", required=True)
    parser.add_argument("--jobs", type=int, required=True)
    parser.add_argument("--log", required=True)
    options = parser.parse_args(arguments)
    with open(options.plan, encoding="utf-8", errors="replace") as file:
        steps, seconds = plan(file)
    # Appended to: the log of an interrupted build stays readable.
    with open(options.log, "a", encoding="utf-8") as log:
        sys.stdin.reconfigure(errors="replace")
        display = Display(sys.stderr, time.monotonic)
        follow(sys.stdin, Progress(steps, seconds, options.jobs), display, log)


if __name__ == "__main__":
    main(sys.argv[1:])
