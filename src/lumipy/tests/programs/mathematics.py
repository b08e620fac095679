import math
from math import isclose, log2


def show(*makes):
    for make in makes:
        try:
            print(repr(make()))
        except Exception as error:
            print(type(error).__name__, error)


show(
    lambda: math.log(1), lambda: math.log(8, 2), lambda: log2(1024), lambda: math.log10(1000), lambda: math.log(0), lambda: math.log(-1), lambda: math.log("a"),
    lambda: math.exp(0), lambda: math.exp(1000), lambda: math.pow(2, 3), lambda: math.pow(2, -1), lambda: math.pow(10, 400), lambda: math.pow(-8, 0.5), lambda: math.pow(0, -1), lambda: math.pow(1, float("nan")), lambda: math.fmod(-7, 3), lambda: math.fmod(1, 0), lambda: math.copysign(1, -0.0),
    lambda: isclose(0.1 + 0.2, 0.3), lambda: isclose(1, 2), lambda: isclose(1, 1.1, rel_tol=0.2), lambda: isclose(0, 1e-10, abs_tol=1e-9), lambda: math.prod([2, 3, 4]), lambda: math.prod([]), lambda: math.prod([1.5, 2], start=2),
    lambda: math.lcm(4, 6), lambda: math.lcm(0, 5), lambda: math.gcd(12, 18), lambda: math.factorial(10), lambda: math.factorial(0), lambda: math.factorial(-1), lambda: math.factorial(1.5),
    lambda: math.comb(10, 3), lambda: math.comb(3, 5), lambda: math.comb(40, 20), lambda: math.comb(-1, 2), lambda: math.isqrt(17), lambda: math.isqrt(16), lambda: math.isqrt(0), lambda: math.isqrt(-1), lambda: math.isqrt(2**52 - 1),
    lambda: math.tau, lambda: math.ceil(math.log2(300)), lambda: math.sqrt(-1), lambda: math.sqrt(2), lambda: math.floor(2.7), lambda: math.trunc(-2.7),
)
