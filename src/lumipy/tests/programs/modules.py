import json
import math
from json import dumps
from math import sqrt, pi
print(json.dumps({"a": [1, 2.0, None, True], "b": {"c": "é\n\""}}), dumps([]), json.dumps({"b": 1, "a": 2}, sort_keys=True), json.dumps({1: 2, None: 3, True: 4}))
print(json.dumps({"a": [1, {"b": []}], "c": {}}, indent=2))
print(json.dumps([1, 2], separators=(",", ":")), json.dumps("ü", ensure_ascii=False), json.dumps((1, 2)))
print(json.loads('{"a": [1, null, true, "x"]}'), json.loads("3"), json.loads('"s"'))
print(math.floor(2.7), math.ceil(2.1), math.floor(-2.5), sqrt(16), pi, math.gcd(12, 18), math.inf, math.trunc(-2.7), math.isnan(math.nan), math.fabs(-1))
try:
    json.dumps(object)
except TypeError as e:
    print("TypeError")
