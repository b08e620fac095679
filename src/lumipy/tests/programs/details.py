import json


def show(*makes):
    for make in makes:
        try:
            print(repr(make()))
        except Exception as error:
            print(type(error).__name__, error)


show(
    lambda: 1 % 0, lambda: int(float("inf")), lambda: round(float("inf")), lambda: round(1e300, 2), lambda: round(-1e17, 1),
    lambda: chr(-1), lambda: chr(0x110000), lambda: chr("a"), lambda: pow(3, 4, 5), lambda: pow(7, 100, 13), lambda: pow(2, 3, mod=-5),
    lambda: pow(2, 2, 0), lambda: pow(2.0, 2, 3), lambda: pow(base=2, exp=3),
)
show(
    lambda: "%c%c|%3c|%-3c|" % ("x", 65, "y", "z"), lambda: "%c" % "xy", lambda: "%a" % "é", lambda: "%*d|%-*d|%.*f" % (5, 42, 4, 7, 2, 3.14159),
    lambda: "%*d|" % (-5, 3), lambda: "{:10}|{:<6}|{:05}".format(True, False, True), lambda: f"{True:>3}|{False:d}",
    lambda: "{0[1]} {1[k]} {2.real}".format([1, 2], {"k": "v"}, 3) if False else "{0[1]} {1[k]} {a[0][b]}".format([1, 2], {"k": "v"}, a=[{"b": 5}]),
    lambda: "{0} {}".format(1, 2), lambda: "{} {0}".format(1, 2), lambda: "{:{}}|{:{w}.{p}f}".format("a", 5, 3.14159, w=10, p=2),
    lambda: "{", lambda: "{".format(), lambda: "}".format(), lambda: "{a".format(a=1), lambda: "{{}} {{{}}}".format(1), lambda: "{!r:>6}".format("é"),
    lambda: "{x.y}".format(x=1), lambda: "{a}".format(b=1), lambda: "{}".format(), lambda: "{0[z]}".format({"z": 1}), lambda: "{:{:{}}}".format(1, 2, 3),
)
show(
    lambda: "abc".find("", 3), lambda: "abc".find("", 4), lambda: "abc".rfind("", 9), lambda: "abcabc".count("a", 1), lambda: "abc".count("", 2), lambda: "abc".count("", 4),
    lambda: "abcabc".count("c", 0, -1), lambda: "abc".startswith("b", 1), lambda: "abc".endswith("b", 0, 2), lambda: "abc".startswith("", 4), lambda: "abc".startswith(("x", "b"), 1),
    lambda: "a\tb".expandtabs(), lambda: "a\tbc\n\td".expandtabs(4), lambda: "abc".translate({97: "x", 98: None, 99: 65}), lambda: "abc".translate(str.maketrans("ab", "xy", "c")),
    lambda: str.maketrans({"a": "b", 5: None}), lambda: str.maketrans("a", "bc"), lambda: "ﬁx ǆ ß".title(), lambda: "ǆa".capitalize(), lambda: "Abc De".istitle(), lambda: "ABc".istitle(), lambda: "1".istitle(),
    lambda: "a b\n".isprintable(), lambda: "a b".isprintable(), lambda: "aé".isascii(), lambda: "".isascii(), lambda: "١٢".isdigit(), lambda: "²3".isdigit(),
)
show(
    lambda: sorted(["b", "A"], key=str.lower), lambda: list(map(str.upper, "ab")), lambda: str.join("-", ["a", "b"]), lambda: str.upper(1) if False else list.index([1, 2], 2),
    lambda: dict.fromkeys("ab", 0), lambda: dict.fromkeys([1, 1]), lambda: dict.get({"a": 1}, "a"), lambda: list(map(str.split, ["a b", "c"])), lambda: (str.strip)(" a "),
    lambda: isinstance(None, type(None)), lambda: isinstance(1, type(None)), lambda: type(None).__name__, lambda: str.nothing, lambda: max(["b", "a"], key="ab".index),
)
show(
    lambda: json.loads('{"b": 1, "1": [2.0, 2, 1e2, -0, -0.0, 0.5, 1E400], "a": null, "b": true}'), lambda: json.dumps(json.loads("[1.0, 1, 10.50]")),
    lambda: json.loads(' "\\u00e9\\ud83d\\ude00\\n\\/" '), lambda: json.loads("[NaN, -Infinity, Infinity]"), lambda: json.loads("[]"), lambda: json.loads("{}"),
)
for text in ("", "{", "[1,]", "{'a': 1}", "01", '"\n"', "tru", '{"a" 1}', '{"a": 1,}', "1 2", "[1", "[1 2]", '"abc', '"\\x"', '"\\u12"', "\n\n  x", "-", "1.", "[\n1,\n é]", '{"a": 1 "b"}', "nul"):
    try:
        print(repr(json.loads(text)))
    except json.JSONDecodeError as error:
        print(type(error).__name__, isinstance(error, ValueError), error)
try:
    json.loads(5)
except TypeError as error:
    print(error)
