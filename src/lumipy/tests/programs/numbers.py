print(1 + 2, 7 / 2, 4 / 2, 7 // 2, -7 // 2, 7 % 3, -7 % 3, 7 % -3, -7.5 % 2, 7.5 // 2, -7.5 // 2)
print(2 ** 10, 2 ** -1, 2.0 ** 3, 10 ** 15, (-8) ** 3, 0 ** 0)
print(1.0, 2.5, 1e16, 1e15, 1e-4, 1e-5, 123456789.123, 0.1 + 0.2, 1e100, -0.0, 1.5e300 * 1e10)
print(True + 1, True == 1, 1 == 1.0, False * 3, 1.0 == 1, True is True, not 0)
print(5 & 3, 5 | 3, 5 ^ 3, ~5, 1 << 10, -17 >> 2, -5 & 3, True & False, True | 1)
print(round(2.5), round(3.5), round(-2.5), round(2.675, 2), round(1234, -2), round(0.5), round(1.25, 1), round(7))
print(abs(-3), abs(-2.0), min(3, 1, 2), max([1, 5, 2]), sum([1, 2, 3]), sum([0.5, 1.5]), divmod(-7, 2), pow(2, 5))
print(int("12"), int(" -7 "), int("ff", 16), int("0x1f", 0), int(3.9), int(-3.9), int(True), float("1.5"), float("2"), float("inf"), float(3))
print(1 < 2 < 3, 1 < 3 < 2, 3 > 2 >= 2, 1 == 1 != 2)
print(hex(255), bin(5), oct(8), chr(97), ord("a"), hex(-255))
print(int(1e3), 3 * 1.0, 6 / 3 * 2, 10 // 3 * 1.0, 1e3, float(10**14))
print(-3 % 5, 3 % -5, -3.0 % 5, 0.0 % 3, -0.0 // 1, 5 // 0.3)
for a in (7, -7, 0, 3.5, -3.5):
    for b in (2, -2, 3, 0.7, -0.7):
        print(a // b, a % b, a / b, divmod(a, b), end="; ")
    print()
try:
    print(1 // 0)
except ZeroDivisionError as error:
    print("caught", error)
try:
    print(1 / 0)
except ZeroDivisionError as error:
    print("caught", error)
try:
    print(1.0 % 0)
except ZeroDivisionError as error:
    print("caught", error)
print((7).bit_length(), (2.0).is_integer(), (2.5).is_integer())
print(1_000_000, 0xff, 0b101, 0o17)
print(float("nan"), -float("inf"), 1e308 * 10)
