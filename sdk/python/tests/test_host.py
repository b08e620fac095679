"""The language host as a process: who may talk to it, and when it ends."""

import os
import pathlib
import subprocess
import sys
import unittest

import grpc

from lumi import protocol

SCRIPT = pathlib.Path(__file__).resolve().parent.parent / "lumi-language-python"
wire = protocol.language


class Host(unittest.TestCase):
    def setUp(self):
        environment = {**os.environ, protocol.TOKEN_VARIABLE: "right"}
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            [sys.executable, str(SCRIPT)], stdin=pipe, stdout=pipe, stderr=pipe, env=environment
        )
        self.addCleanup(self.end)
        self.port = int(self.process.stdout.readline())
        channel = grpc.insecure_channel(f"127.0.0.1:{self.port}", options=protocol.CHANNEL_OPTIONS)
        self.addCleanup(channel.close)
        self.service = protocol.language_services.LanguageRuntimeStub(channel)

    def end(self):
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            pipe.close()

    def refusal(self, method, request, token="right"):
        with self.assertRaises(grpc.RpcError) as caught:
            method(request, metadata=((protocol.TOKEN_KEY, token),))
        return caught.exception.code(), caught.exception.details()

    def test_only_the_run_is_answered(self):
        methods = [
            (self.service.GetPluginInfo, wire.GetPluginInfoRequest()),
            (self.service.Run, wire.RunRequest()),
            (self.service.Cancel, wire.CancelRunRequest()),
        ]
        for method, request in methods:
            for token in ("wrong", "", "rightt"):
                code, _ = self.refusal(method, request, token)
                self.assertIs(code, grpc.StatusCode.UNAUTHENTICATED)
        info = self.service.GetPluginInfo(wire.GetPluginInfoRequest(), metadata=((protocol.TOKEN_KEY, "right"),))
        self.assertEqual((info.protocol, info.keeps_secrets, info.has_dynamic_providers), (1, True, False))

    def test_monitors_elsewhere_are_not_talked_to(self):
        for address in ("192.0.2.1:80", "example.com:80", "", "127.0.0.1.example.com:1"):
            process_refuses = self.refusal(self.service.Run, wire.RunRequest(monitor_address=address))
            self.assertIn(process_refuses[0], (grpc.StatusCode.INVALID_ARGUMENT, grpc.StatusCode.FAILED_PRECONDITION))
        self.assertEqual(process_refuses[1], "this language host has run its program; start another one")

    def test_it_ends_with_its_input(self):
        self.process.stdin.close()
        self.assertEqual(self.process.wait(timeout=60), 0)


class Alone(unittest.TestCase):
    def test_without_lumi_it_says_what_it_is(self):
        environment = {key: value for key, value in os.environ.items() if key != protocol.TOKEN_VARIABLE}
        ended = subprocess.run([sys.executable, str(SCRIPT)], capture_output=True, text=True, env=environment)
        self.assertEqual(ended.returncode, 1)
        self.assertIn("which starts it: use `lumi run`", ended.stderr)
