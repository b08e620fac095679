"""Values cross unchanged."""

import json
import math
import random
import unittest

from lumi.assets import (
    AssetArchive,
    BytesAsset,
    FileArchive,
    FileAsset,
    FunctionAsset,
    RemoteArchive,
    RemoteAsset,
    StringAsset,
)
from lumi.plain import ResourceReference, SecretValue
from lumi.protocol import values
from lumi.unknown import UNKNOWN
from lumi.wire import from_value, to_value
from lumi.wire_json import from_json, to_json

URN = "urn:lumi:dev::web::index::a:b:C::d"
LEAVES = [
    None,
    True,
    0,
    -7,
    2**53,
    0.5,
    1e300,
    math.inf,
    "",
    "ünïcode 🎉",
    UNKNOWN,
    StringAsset("a", hash="ab"),
    BytesAsset(b"\x00\xff"),
    FileAsset("a/b"),
    RemoteAsset("https://example.com"),
    FunctionAsset("export default 1"),
    FileArchive("c"),
    RemoteArchive("https://example.com/x.zip"),
    AssetArchive({"a": StringAsset("x"), "b": UNKNOWN}, hash="cd"),
    ResourceReference(URN),
    ResourceReference(URN, "i-1"),
    ResourceReference(URN, UNKNOWN),
]


def some(rng, levels):
    kind = rng.randrange(4) if levels > 0 else 3
    if kind == 0:
        return [some(rng, levels - 1) for _ in range(rng.randrange(3))]
    if kind == 1:
        keys = rng.sample(["a", "$lumi", "b.c", "ü", ""], rng.randrange(4))
        return {key: some(rng, levels - 1) for key in keys}
    return rng.choice(LEAVES)


def nested(leaf, levels):
    for level in range(levels):
        leaf = [leaf] if level % 2 else {"$lumi" if level % 7 == 0 else "a": leaf}
    return leaf


def crossed(plain):
    """As another process would see it."""
    return from_value(values.Value.FromString(to_value(plain).SerializeToString()))


class Wire(unittest.TestCase):
    def test_every_kind_crosses(self):
        for plain in LEAVES:
            self.assertEqual(crossed(plain), plain)
            self.assertEqual(from_json(json.loads(json.dumps(to_json(plain)))), plain)
            self.assertEqual(crossed(SecretValue([plain])), SecretValue([plain]))

    def test_any_data_crosses(self):
        for seed in range(300):
            plain = some(random.Random(seed), 6)
            self.assertEqual(crossed(plain), plain, seed)

    def test_deep_data_crosses(self):
        for levels in (1, 38, 39, 40, 41, 42, 43, 120, 400):
            for leaf in (1, SecretValue(UNKNOWN), AssetArchive({"a": StringAsset("x")}), -0.0):
                plain = nested(leaf, levels)
                self.assertEqual(crossed(plain), plain, levels)

    def test_numbers_are_integers_where_they_can_be(self):
        for number, wanted in ((3.0, int), (0.5, float), (-0.0, float), (math.nan, float), (2.0**60, float)):
            self.assertIs(type(crossed(number)), wanted)
        self.assertEqual(math.copysign(1, crossed(-0.0)), -1)

    def test_what_is_not_known_is_refused(self):
        for message in (values.Value(), values.Value(asset=values.Asset()), values.Value(archive=values.Archive())):
            with self.assertRaises(ValueError):
                from_value(message)
