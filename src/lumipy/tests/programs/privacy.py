class A:
    __count = 0
    __twice = __count + 2

    def __init__(self):
        self.__value = 1
        A.__count += 1
        self._shown = 2

    def value(self):
        return self.__value

    def __hidden(self):
        return "A"

    def call(self):
        return self.__hidden()

    @property
    def __inner(self):
        return "inner"

    def inner(self):
        return self.__inner

    @staticmethod
    def count():
        return A.__count, A.__twice


class B(A):
    def __init__(self):
        super().__init__()
        self.__value = 5

    def mine(self):
        self.__value += 1
        return self.__value

    def __hidden(self):
        return "B"


b = B()
print(b.value(), b.mine(), b.value(), b.call(), b.inner(), A.count(), b._A__value, b._B__value)
try:
    print(b.__value)
except AttributeError as error:
    print(error)


class Read:
    @property
    def size(self):
        return 3


try:
    Read().size = 4
except AttributeError as error:
    print(error)

x = 1


def outer():
    x = 2

    def inner():
        nonlocal x
        x += 1
        return x

    def whole():
        global x
        x = x + 10
        return x

    return inner(), whole(), x


def arguments(x, y=lambda: x):
    def change():
        global x
        x = 100

    change()
    return x, y()


print(outer(), x, arguments(7), x)
print([x for x in range(2)], x)


class Rounded:
    def __round__(self, digits=None):
        return ("rounded", digits)

    def __eq__(self, other):
        return 1


print(round(Rounded()), round(Rounded(), 2), bool(Rounded() == 5), Rounded() != 5)
