import contextlib
from contextlib import ExitStack, closing, contextmanager, nullcontext, suppress


class Manager:
    def __init__(self, name, swallows=False):
        self.name = name
        self.swallows = swallows

    def __enter__(self):
        print("enter", self.name)
        return self

    def __exit__(self, kind, error, trace):
        print("exit", self.name, kind.__name__ if kind else None, error)
        return self.swallows

    def close(self):
        print("closed", self.name)


with Manager("a") as first:
    print(first.name)
with Manager("b") as one, Manager("c") as two:
    print(one.name, two.name)
with Manager("d", swallows=True):
    raise ValueError("lost")
try:
    with Manager("e"):
        raise KeyError("kept")
except KeyError as error:
    print("caught", error)


def returned():
    with Manager("f"):
        return "value"


def looped():
    for at in range(3):
        with Manager(at):
            if at == 0:
                continue
            break
    return at


@contextmanager
def tagged(name):
    print("<" + name)
    try:
        yield name.upper()
    except ValueError as error:
        print("inner", error)
    finally:
        print(name + ">")


print(returned(), looped())
with tagged("p") as text:
    print(text)
with tagged("q"):
    raise ValueError("swallowed")
try:
    with tagged("r"):
        raise TypeError("passes")
except TypeError as error:
    print(error)
with suppress(KeyError, IndexError):
    [][1]
with contextlib.suppress(ZeroDivisionError):
    print(1 / 0)
with nullcontext(5) as five:
    print(five)
with closing(Manager("g")) as it:
    print("using", it.name)
with ExitStack() as stack:
    stack.enter_context(tagged("one"))
    stack.callback(print, "callback")
    stack.enter_context(tagged("two"))


@tagged("deco")
def work():
    print("working")


work()
try:
    with 5:
        pass
except TypeError as error:
    print(error)
(pair, [other]) = 1, [2]
with Manager("h") as (Manager.shared):
    print(Manager.shared.name)
items = iter([1, 2, 3, 4])
for it in items:
    if it == 2:
        break
print(list(items))
value = 3
print(f"{value=} {value + 1 = } {value=:03d} {'x'!r:>5}")
del value
try:
    print(value)
except NameError as error:
    print(error)
