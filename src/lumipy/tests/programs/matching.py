from dataclasses import dataclass
from enum import Enum


class Color(Enum):
    RED = 1
    BLUE = 2


@dataclass
class Point:
    x: int
    y: int = 0


class Box:
    __match_args__ = ("size",)

    def __init__(self, size, kind="plain"):
        self.size = size
        self.kind = kind


def describe(value):
    match value:
        case None:
            return "none"
        case True | False:
            return "truth"
        case 0:
            return "zero"
        case int(number) if number < 0:
            return f"negative {number}"
        case int() | float():
            return f"number {value}"
        case "a" | "b" as letter:
            return f"letter {letter}"
        case str(text):
            return f"text {text}"
        case []:
            return "empty"
        case [only]:
            return f"one {only}"
        case [first, *rest] if first == "cmd":
            return f"command {rest}"
        case (1, second, [third, _]):
            return f"nested {second} {third}"
        case [_, *middle, last]:
            return f"ends {middle} {last}"
        case {"type": "vm", "size": size, **others}:
            return f"vm {size} {others}"
        case {"type": kind}:
            return f"kind {kind}"
        case {}:
            return "mapping"
        case Color.RED:
            return "red"
        case Color():
            return "color"
        case Point(x=0, y=0):
            return "origin"
        case Point(x, y=7):
            return f"seven {x}"
        case Point(x, y):
            return f"point {x} {y}"
        case Box(3) | Box(size=4):
            return "three or four"
        case Box(size, kind="big"):
            return f"big {size}"
        case _:
            return "other"


values = [
    None, True, 0, -5, 7, 2.5, "a", "zz", [], [1], ["cmd", 1, 2], (1, 2, [3, 4]), [1, 2, 3, 4], {"type": "vm", "size": 2, "z": 1},
    {"type": "db"}, {"x": 1}, Color.RED, Color.BLUE, Point(0), Point(1, 7), Point(2, 3), Box(3), Box(4), Box(5, "big"), Box(6), {1}, range(2),
]
for value in values:
    print(describe(value))


def plain(command):
    match command.split():
        case ["go", ("north" | "south") as way]:
            result = way
        case ["quit"]:
            result = "bye"
    return result


print(plain("go north"), plain("quit"))
try:
    plain("nothing")
except UnboundLocalError as error:
    print(error)
match 5:
    case 1:
        print("one")
match = {"case": 1}
print(match["case"])
try:
    match Point(1):
        case Point(a, b, c):
            pass
except TypeError as error:
    print(error)
