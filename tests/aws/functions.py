"""Functions of Lambda: Lambda's Runtime API for sandboxes of Node, and calls that wait for their answers."""

import io
import itertools
import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
SANDBOXES = 8


class Sandboxes:
    """One process of Node with a worker for each sandbox; `log` has what they write."""

    def __init__(self):
        program = ["node", os.path.join(HERE, "sandboxes.mjs")]
        self.process = subprocess.Popen(program, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.lock = threading.Lock()
        self.log = []
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stderr:
            self.log.append(line)
            print(line, end="", file=sys.stderr)

    def start(self, entry, env):
        self.write({"start": entry, "env": env})

    def end(self, entry):
        self.write({"end": entry})

    def write(self, line):
        with self.lock:
            self.process.stdin.write(json.dumps(line) + "\n")
            self.process.stdin.flush()

    def stop(self):
        self.process.kill()
        self.process.wait()


class Call:
    """An event that waits for a sandbox, and then for its answer."""

    def __init__(self, number, event):
        self.id = f"{number:08d}-0000-4000-8000-000000000000"
        self.event = event
        self.answer = queue.Queue()


class Function:
    numbers = itertools.count(1)

    def __init__(self, name, archive, environment, address, sandboxes):
        self.name = name
        self.variables = environment
        self.address = address
        # Sandboxes that were ended may ask once more, and get nothing.
        self.generation = 0
        self.sandboxes = sandboxes
        self.calls = queue.Queue()
        self.open = {}
        self.lock = threading.Condition()
        self.started = 0
        # Whether a test serves it instead of Node.
        self.is_external = False
        self.folder = tempfile.TemporaryDirectory()
        with zipfile.ZipFile(io.BytesIO(archive)) as files:
            assert files.testzip() is None
            files.extractall(self.folder.name)

    def call(self, event):
        """The answer: whether it failed, and its JSON."""
        call = Call(next(self.numbers), event)
        with self.lock:
            self.open[call.id] = call
            must_start = self.started < min(len(self.open), SANDBOXES) and not self.is_external
            self.started += must_start
        if must_start:
            self.sandboxes.start(self.entry, self.environment)
        self.calls.put(call)
        return call.answer.get(timeout=60)

    @property
    def environment(self):
        return {**self.variables, "AWS_LAMBDA_RUNTIME_API": f"{self.address}/runtime/{self.name}/{self.generation}"}

    @property
    def entry(self):
        return os.path.join(self.folder.name, "bootstrap.mjs")

    def restart(self):
        """Ends all sandboxes, once none of them has a call."""
        with self.lock:
            self.lock.wait_for(lambda: not self.open, timeout=60)
            self.sandboxes.end(self.entry)
            self.started = 0
            self.generation += 1
            for _ in range(SANDBOXES):
                self.calls.put(None)
            self.calls = queue.Queue()

    def files(self):
        """The files of the bundle."""
        texts = {}
        for name in os.listdir(self.folder.name):
            with open(os.path.join(self.folder.name, name)) as file:
                texts[name] = file.read()
        return texts

    def serve(self, generation, path, body):
        """Answers a request of the Runtime API: status, headers, body; `None` ends the connection."""
        if path == "invocation/next":
            with self.lock:
                calls = self.calls if generation == self.generation else None
            call = calls and calls.get()
            if call is None:
                return None
            headers = {
                "Lambda-Runtime-Aws-Request-Id": call.id,
                "Lambda-Runtime-Invoked-Function-Arn": f"arn:aws:lambda:us-east-1:123456789012:function:{self.name}",
            }
            return 200, headers, call.event
        if path == "init/error":
            for call in list(self.open.values()):
                self.settle(call.id, True, body)
            return 202, {}, b""
        _, number, kind = path.split("/")
        self.settle(number, kind == "error", body)
        return 202, {}, b""

    def settle(self, number, is_failed, body):
        with self.lock:
            call = self.open.pop(number)
            self.lock.notify_all()
        call.answer.put((is_failed, body))


