"""A provider in this process: what its service answers to messages."""

import pathlib
import tempfile
import unittest
from concurrent import futures

import grpc

import lumi.provider as lumi
from lumi import protocol
from lumi.plain import SecretValue
from lumi.provider.schema import as_json
from lumi.provider.service import Service
from lumi.unknown import UNKNOWN
from lumi.wire import from_object, to_object

wire = protocol.provider
URN = "urn:lumi:dev::demo::index::box:index:Box::a"


class Box(lumi.ResourceType):
    """The input `does` says what happens."""

    inputs = [lumi.Property("does", "string", required=True), lumi.Property("lid", "object", replaces=True)]

    def create(self, request):
        does = request.inputs.get("does")
        if does == "refuse":
            raise lumi.CallError("there is no space", "RESOURCE_EXHAUSTED")
        if does == "invalid":
            raise lumi.InvalidInputs(lumi.InputFailure("lid.size", "it is too large"))
        if does == "partial":
            raise lumi.PartialInit("box-1", {"does": does, "key": SecretValue(1)}, ["it is open"])
        if does == "large":
            raise lumi.PartialInit("box-1", {"text": "x" * (5 << 20)}, [str(it) for it in range(20)])
        if does == "lose":
            raise lumi.Uncertain("the connection was lost")
        if does == "fall":
            raise KeyError("lid")
        if does == "lie":
            return lumi.Created("box-1", {"key": object()})
        return lumi.Created("" if request.preview else "box-1", request.inputs)

    def delete(self, request):
        pass


class Boxes(lumi.Provider):
    package, version, description = "box", "1.2.3", "Boxes."
    resources = {"box:index:Box": Box()}

    @lumi.function("box:index:twice", [lumi.Property("of", "number")], "Twice a number.")
    def twice(self, request):
        return 2 * request.arguments["of"]

    @lumi.method("box:index:Box/open")
    def open(self, request):
        return request.urn


class Calls(unittest.TestCase):
    def setUp(self):
        self.server = grpc.server(futures.ThreadPoolExecutor(max_workers=4), options=protocol.CHANNEL_OPTIONS)
        self.provider = Boxes()
        protocol.provider_services.add_ResourceProviderServicer_to_server(Service(self.provider), self.server)
        port = self.server.add_insecure_port("127.0.0.1:0")
        self.server.start()
        self.addCleanup(self.server.stop, None)
        # Details of errors are metadata.
        options = [*protocol.CHANNEL_OPTIONS, ("grpc.max_metadata_size", 8 << 20)]
        channel = grpc.insecure_channel(f"127.0.0.1:{port}", options=options)
        self.addCleanup(channel.close)
        self.service = protocol.provider_services.ResourceProviderStub(channel)
        self.target = wire.Target(urn=URN, type="box:index:Box", name="a")

    def create(self, does, preview=False):
        inputs = to_object({"does": does})
        return self.service.Create(wire.CreateRequest(target=self.target, inputs=inputs, preview=preview))

    def refusal(self, call, *arguments):
        """Code, message and details of a failed call."""
        with self.assertRaises(grpc.RpcError) as caught:
            call(*arguments)
        error = caught.exception
        metadata = dict(error.trailing_metadata() or ())
        details = protocol.status.Status.FromString(metadata.get("grpc-status-details-bin", b"")).details
        return error.code().name, error.details(), list(details)

    def diff(self, old, new):
        old, new = to_object(old), to_object(new)
        return self.service.Diff(wire.DiffRequest(target=self.target, id="box-1", old_inputs=old, inputs=new))

    def test_the_package_is_described(self):
        answer = self.service.Handshake(wire.HandshakeRequest(protocol=1))
        self.assertEqual((answer.package, answer.version, answer.keeps_secrets), ("box", "1.2.3", False))
        code, message, _ = self.refusal(self.service.Handshake, wire.HandshakeRequest(protocol=7))
        self.assertEqual(code, "FAILED_PRECONDITION")
        self.assertIn("lumi version 7", message)
        schema = self.service.GetSchema(wire.GetSchemaRequest())
        self.assertEqual(schema.description, "Boxes.")
        self.assertEqual([it.name for it in schema.resources[0].inputs], ["does", "lid"])
        self.assertTrue(schema.resources[0].inputs[1].replaces)
        self.assertEqual(schema.functions[0].description, "Twice a number.")
        document = as_json(self.provider)
        self.assertEqual(document["functions"][0]["arguments"][0]["type"], "number")

    def test_objects_are_created(self):
        answer = self.create("nothing")
        self.assertEqual((answer.id, from_object(answer.outputs)), ("box-1", {"does": "nothing"}))
        self.assertEqual(self.create(UNKNOWN, preview=True).id, "")

    def test_failures_have_codes(self):
        codes = {"refuse": "RESOURCE_EXHAUSTED", "lose": "UNAVAILABLE", "fall": "UNKNOWN", "lie": "UNKNOWN"}
        for does, code in codes.items():
            self.assertEqual(self.refusal(self.create, does)[0], code)
        self.assertEqual(self.refusal(self.create, "fall")[1], "KeyError: 'lid'")

    def test_failures_have_details(self):
        code, _, (detail,) = self.refusal(self.create, "invalid")
        self.assertEqual((code, detail.type_url), ("INVALID_ARGUMENT", "type.googleapis.com/google.rpc.BadRequest"))
        violation = protocol.status.BadRequest.FromString(detail.value).field_violations[0]
        self.assertEqual((violation.field, violation.description), ("lid.size", "it is too large"))
        code, message, (detail,) = self.refusal(self.create, "partial")
        self.assertEqual((code, message), ("ABORTED", "it is open"))
        partial = protocol.errors.PartialInit.FromString(detail.value)
        self.assertEqual((partial.id, list(partial.reasons)), ("box-1", ["it is open"]))
        self.assertEqual(from_object(partial.outputs), {"does": "partial", "key": SecretValue(1)})

    def test_details_are_not_too_long(self):
        _, _, (detail,) = self.refusal(self.create, "large")
        partial = protocol.errors.PartialInit.FromString(detail.value)
        self.assertEqual((partial.id, len(partial.reasons), from_object(partial.outputs)), ("box-1", 10, {}))

    def test_what_a_type_lacks_has_a_default(self):
        inputs = to_object({"x": 1})
        checked = self.service.Check(wire.CheckRequest(target=self.target, inputs=inputs))
        self.assertEqual((from_object(checked.inputs), len(checked.failures)), ({"x": 1}, 0))
        unimplemented = [
            (self.service.Read, wire.ReadRequest(target=self.target, id="box-1")),
            (self.service.Update, wire.UpdateRequest(target=self.target, id="box-1")),
            (self.service.List, wire.ListRequest(target=self.target)),
            (self.service.Recover, wire.RecoverRequest(target=self.target)),
            (self.service.Settle, wire.SettleRequest(target=self.target)),
        ]
        for method, request in unimplemented:
            self.assertEqual(self.refusal(method, request)[0], "UNIMPLEMENTED")

    def test_without_an_update_a_difference_replaces(self):
        answer = self.diff({"a": 1, "b": [1], "c": 1}, {"b": [True], "c": 1, "d.e": UNKNOWN})
        self.assertEqual(answer.changes, wire.DiffResponse.CHANGES_SOME)
        kinds = wire.PropertyChange
        changes = [(it.path, it.kind, it.replaces) for it in answer.properties]
        expected = [("a", kinds.KIND_REMOVED), ("b", kinds.KIND_CHANGED), ('["d.e"]', kinds.KIND_ADDED)]
        self.assertEqual(changes, [(path, kind, True) for path, kind in expected])
        self.assertEqual(self.diff({"a": 1}, {"a": 1}).changes, wire.DiffResponse.CHANGES_NONE)

    def test_functions_and_methods_are_found_by_their_token(self):
        arguments = to_object({"of": 21})
        answer = self.service.Invoke(wire.InvokeRequest(token="box:index:twice", arguments=arguments))
        self.assertEqual(answer.result.number, 42)
        answer = self.service.Call(wire.CallRequest(token="box:index:Box/open", target=URN))
        self.assertEqual(answer.result.text, URN)
        for method, request in (
            (self.service.Invoke, wire.InvokeRequest(token="box:index:Box/open")),
            (self.service.Call, wire.CallRequest(token="box:index:twice")),
        ):
            self.assertEqual(self.refusal(method, request)[0], "NOT_FOUND")

    def test_types_are_found_by_their_name(self):
        self.target.type = "box:index:Bag"
        code, message, _ = self.refusal(self.create, "nothing")
        self.assertEqual((code, message), ("NOT_FOUND", "there is no resource type `box:index:Bag`"))

    def test_a_cancel_reaches_the_provider(self):
        self.assertFalse(self.provider.cancelled.is_set())
        self.service.Cancel(wire.CancelRequest())
        self.assertTrue(self.provider.cancelled.is_set())


class Values(unittest.TestCase):
    def test_secrets_are_revealed_at_any_depth(self):
        value = {"a": [SecretValue({"b": 1})], "c": SecretValue(UNKNOWN)}
        self.assertEqual(lumi.reveal(value), {"a": [{"b": 1}], "c": UNKNOWN})

    def test_unknown_values_are_found_at_any_depth(self):
        reference = lumi.ResourceReference(URN, UNKNOWN)
        archive = lumi.AssetArchive({"a": UNKNOWN})
        for value in (UNKNOWN, [UNKNOWN], {"a": SecretValue([UNKNOWN])}, reference, archive):
            self.assertFalse(lumi.is_known(value))
        self.assertTrue(lumi.is_known({"a": [None, SecretValue(1), lumi.StringAsset("x")]}))

    def test_equality_is_that_of_data(self):
        same = [
            (1, 1.0),
            (float("nan"), float("nan")),
            (SecretValue([1]), SecretValue([1])),
            ({"a": None}, {"a": None}),
        ]
        for left, right in same:
            self.assertTrue(lumi.is_same(left, right), (left, right))
        other = [
            (1, True),
            (0, False),
            (UNKNOWN, UNKNOWN),
            (1, SecretValue(1)),
            ({"a": None}, {}),
            ([1], [1, 2]),
            ("1", 1),
        ]
        for left, right in other:
            self.assertFalse(lumi.is_same(left, right), (left, right))
        file, text = lumi.FileAsset("a", hash="h"), lumi.StringAsset("b", hash="h")
        self.assertTrue(lumi.is_same(file, text))
        self.assertFalse(lumi.is_same(file, lumi.FileAsset("a", hash="i")))

    def test_differences_say_what_replaces(self):
        diff = lumi.differences({"a": 1, "b": 1, "c": 1}, {"a": 2, "b": 2, "c": 2}, ["a"], ["b"], ["c"])
        changes = [(it.path, it.replaces) for it in diff.changes]
        self.assertEqual((changes, diff.delete_before_replace), ([("a", True), ("b", True)], True))
        self.assertFalse(lumi.differences({"b": 1}, {"b": 1, "a": 1}, ["a"], ["b"]).delete_before_replace)

    def test_content_is_read(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "sub").mkdir()
            (folder / "sub" / "a").write_text("one")
            archive = lumi.AssetArchive({"x": lumi.FileArchive(folder), "b": lumi.StringAsset("two")})
            files = lumi.archive_files(archive)
            self.assertEqual(list(files), ["b", "x/sub/a"])
            self.assertEqual([lumi.read_asset(it) for it in files.values()], [b"two", b"one"])
        for missing in (lumi.FileAsset(folder / "none"), lumi.RemoteAsset("https://example.com")):
            with self.assertRaises(lumi.CallError):
                lumi.read_asset(missing)
        with self.assertRaises(lumi.CallError):
            lumi.archive_files(lumi.RemoteArchive("https://example.com/a.zip"))


if __name__ == "__main__":
    unittest.main()
