"""What a program may pass, and how it becomes plain data."""

import dataclasses
import datetime
import enum
import pathlib
import unittest

import lumi
from lumi.draft import Draft
from lumi.plain import SecretValue
from lumi.session import Session, enter


class Size(enum.Enum):
    SMALL = "small"


@dataclasses.dataclass
class Rule:
    port: int
    note: object = None


class DraftTest(unittest.TestCase):
    def setUp(self):
        self.session = Session()
        self.before = enter(self.session)

    def tearDown(self):
        enter(self.before)

    def draft(self, value):
        return Draft(self.session, value, "input", "it")

    def plain(self, value):
        draft = self.draft(value)
        while any(cell.is_pending for cell in draft.cells()):
            self.session.loop.run()
        return draft.finish()

    def test_data_of_python_becomes_plain(self):
        given = {
            "size": Size.SMALL,
            "rules": (Rule(80), Rule(81, [None])),
            "day": datetime.date(2026, 1, 2),
            "path": pathlib.Path("a") / "b",
            "later": lumi.Output.from_input({"a": [Rule(1)]}),
            "none": None,
        }
        self.assertEqual(
            self.plain(given),
            {
                "size": "small",
                "rules": [{"port": 80}, {"port": 81, "note": [None]}],
                "day": "2026-01-02",
                "path": "a/b",
                "later": {"a": [{"port": 1}]},
                "none": None,
            },
        )
        self.assertEqual(self.plain(Rule(1)), {"port": 1})
        self.assertEqual(self.plain(None), {})

    def test_later_changes_do_not_count(self):
        given = {"list": [1], "later": lumi.Output.from_input(1)}
        draft = self.draft(given)
        given["list"].append(2)
        given["more"] = 3
        draft.cells()
        self.assertEqual(draft.finish(), {"list": [1], "later": 1})

    def test_secrets_stand_where_they_are(self):
        plain = self.plain({"a": [lumi.secret({"b": 1})], "c": 2})
        self.assertEqual(plain, {"a": [SecretValue({"b": 1})], "c": 2})
        nested = self.plain({"a": lumi.secret([lumi.secret(1)])})
        self.assertEqual(nested, {"a": SecretValue([1])})

    def test_what_is_no_data_is_named(self):
        endless = {}
        endless["a"] = {"b": [endless]}
        deep = 0
        for _ in range(600):
            deep = [deep]
        for value, problem in [
            ({"a": {"b.c": [1, {2}]}}, r'input "a\["b.c"\]\[1\]" of it is a set, which is no data'),
            ({"a": object()}, 'input "a" of it is an object of type object'),
            ({"a": len}, 'input "a" of it is the function or class `len`'),
            ({"a": {1: 2}}, 'input "a" of it has a key that is no text but an object of type int'),
            ({"a": 2**53 + 1}, 'input "a" of it is an integer that no float can hold'),
            ({"a": "\ud800"}, 'input "a" of it is text with half a surrogate pair'),
            ({"a": deep}, "is nested deeper than 500 levels"),
            (endless, r'input "a.b\[0\]" of it contains itself'),
            ([1], "the inputs of it must be a dict, not a list"),
            ({"a": lumi.FileAsset("nowhere")}, 'input "a" of it: `.*nowhere` cannot be read'),
            ({"a": lumi.AssetArchive({"../a": lumi.StringAsset("")})}, "is no path in an archive"),
        ]:
            with self.assertRaisesRegex(lumi.InputError, problem):
                self.plain(value)
