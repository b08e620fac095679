"""What a program sends, as an engine sees it."""

import contextlib
import io
import pathlib
import tempfile
import unittest
from concurrent import futures

import grpc

from lumi import protocol
from lumi_language.program import Program

PREFIX = "urn:lumi:dev::a-b::"


class Engine(protocol.monitor_services.ResourceMonitorServicer):
    """Answers what it is told to, and notes what it was asked."""

    def __init__(self):
        self.calls = []
        self.answers = {}

    def note(self, name, request, context):
        token = dict(context.invocation_metadata()).get(protocol.TOKEN_KEY)
        self.calls.append((name, request, token))

    def GetDeploymentInfo(self, request, context):
        self.note("info", request, context)
        return protocol.monitor.GetDeploymentInfoResponse(project="a::b", stack="dev", dry_run=False, urn_prefix=PREFIX)

    def NewResource(self, request, context):
        self.note("new", request, context)
        answer = self.answers.get(request.goal.name)
        if isinstance(answer, grpc.StatusCode):
            context.abort(answer, "so it is")
        outputs = protocol.values.Object()
        for name in ("text", "number"):
            outputs.keys.append(name)
        outputs.values.extend([protocol.values.Value(text="a"), protocol.values.Value(number=7)])
        identity = protocol.values.Value(text=f"id-{request.goal.name}")
        return protocol.monitor.NewResourceResponse(id=identity, deployed=outputs)

    def MakeComponent(self, request, context):
        self.note("make", request, context)
        outputs = protocol.values.Object(keys=["text"], values=[protocol.values.Value(text="made")])
        return protocol.monitor.MakeComponentResponse(urn="", outputs=outputs)

    def CompleteResource(self, request, context):
        self.note("complete", request, context)
        return protocol.monitor.CompleteResourceResponse()

    def SetOutputs(self, request, context):
        self.note("outputs", request, context)
        return protocol.monitor.SetOutputsResponse()

    def Log(self, request, context):
        self.note("log", request, context)
        return protocol.engine.LogResponse()


class ProgramTest(unittest.TestCase):
    def setUp(self):
        self.engine = Engine()
        server = grpc.server(futures.ThreadPoolExecutor(max_workers=8))
        protocol.monitor_services.add_ResourceMonitorServicer_to_server(self.engine, server)
        self.port = server.add_insecure_port("127.0.0.1:0")
        server.start()
        self.addCleanup(server.stop, None)

    def run_program(self, text):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "main.py"
            path.write_text(f"import lumi\n{text}")
            request = protocol.language.RunRequest(
                project_folder=folder, program=str(path), monitor_address=f"127.0.0.1:{self.port}"
            )
            with contextlib.redirect_stdout(io.StringIO()):
                return Program(request, "the token").run()

    def named(self, name):
        return [request for kind, request, _ in self.engine.calls if kind == name]

    def test_calls_show_the_token_and_have_their_numbers(self):
        answer = self.run_program(
            "group = lumi.Component('a:b:Group', 'group')\n"
            "first = lumi.CustomResource('a:b:C', 'first', {}, lumi.ResourceOptions(parent=group))\n"
            "print('hello')\n"
            "second = lumi.CustomResource('a:b:C', 'second', {'a': {'b': [first.text]}})\n"
            "group.register_outputs({'id': first.id})\n"
            "lumi.export('number', second.number.apply(lambda it: it + 1))\n"
        )
        self.assertEqual(answer.WhichOneof("outcome"), "finished")
        self.assertEqual({token for _, _, token in self.engine.calls}, {"the token"})
        goals = {it.goal.name: it.goal for it in self.named("new")}
        self.assertEqual([goals[it].order for it in ("group", "first", "second")], [0, 1, 2])
        self.assertEqual(goals["first"].parent, f"{PREFIX}index::a:b:Group::group")
        edges = [(it.path, it.urn) for it in goals["second"].dependencies]
        self.assertEqual(edges, [("a.b[0]", f"{PREFIX}index$a:b:Group::a:b:C::first")])
        others = self.named("complete") + self.named("outputs") + self.named("log")
        numbers = [it.sequence for it in others] + [it.sequence for it in goals.values()]
        self.assertEqual(sorted(numbers), list(range(1, len(numbers) + 1)))
        self.assertLess(goals["group"].sequence, goals["first"].sequence)
        self.assertLess(goals["first"].sequence, self.named("log")[0].sequence)
        self.assertLess(self.named("log")[0].sequence, goals["second"].sequence)
        outputs = self.named("outputs")[0].outputs
        self.assertEqual((list(outputs.keys), outputs.values[0].number), (["number"], 8))

    def test_components_of_providers_are_asked_for(self):
        answer = self.run_program(
            "west = lumi.ProviderResource('a', 'west')\n"
            "made = lumi.RemoteComponent('a:b:Made', 'made', {'x': 1}, lumi.ResourceOptions(provider=west))\n"
            "lumi.CustomResource('a:b:C', 'child', {'of': made.text}, lumi.ResourceOptions(parent=made))\n"
            "lumi.export('all', [made.text, made.none])\n"
        )
        self.assertEqual(answer.WhichOneof("outcome"), "finished")
        (request,) = self.named("make")
        west = f"{PREFIX}index::lumi:providers:a::west"
        self.assertEqual((list(request.providers), request.goal.provider), ([west], west))
        self.assertEqual(request.goal.kind, protocol.monitor.Goal.KIND_COMPONENT)
        child = next(it.goal for it in self.named("new") if it.goal.name == "child")
        made = f"{PREFIX}index::a:b:Made::made"
        self.assertEqual((child.parent, child.provider), (made, west))
        self.assertEqual([it.urn for it in child.dependencies], [made])
        values = self.named("outputs")[0].outputs.values[0].list.items
        self.assertEqual(values[0].text, "made")

    def test_a_run_that_is_stopping_is_left_in_silence(self):
        self.engine.answers["x"] = grpc.StatusCode.CANCELLED
        answer = self.run_program(
            "x = lumi.CustomResource('a:b:C', 'x')\nlumi.CustomResource('a:b:C', 'y', {'a': x.id})\n"
        )
        self.assertEqual(answer.failed.cause, protocol.language.Failed.CAUSE_RESOURCE)
        self.assertFalse(answer.failed.HasField("report"))
        self.assertEqual(self.named("outputs"), [])

    def test_refusals_are_told_at_their_line(self):
        self.engine.answers["x"] = grpc.StatusCode.ALREADY_EXISTS
        answer = self.run_program("\nlumi.CustomResource('a:b:C', 'x')\n")
        self.assertEqual(answer.failed.cause, protocol.language.Failed.CAUSE_PROGRAM)
        report = answer.failed.report
        self.assertEqual((report.message, report.at.file, report.at.line), ("EngineError: so it is", "main.py", 3))
