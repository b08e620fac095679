def greet(name, greeting="Hello", *rest, punctuation="!", **extra):
    return f"{greeting}, {name}{punctuation} {rest} {extra}"
print(greet("a"), greet("a", "Hi"), greet("a", "Hi", 1, 2, punctuation="?", x=1), greet(name="n", greeting="g"), greet(*["p", "q"], **{"punctuation": ".", "k": 2}))
def default(items=[]):
    items.append(len(items))
    return items
print(default(), default(), default([9]))
def outer():
    count = 0
    def inner():
        nonlocal count
        count += 1
        return count
    inner()
    return inner(), count
print(outer())
total = 0
def add(n):
    global total
    total += n
add(2); add(3); print(total)
fs = [lambda: i for i in range(3)]
print([f() for f in fs])
fs = [lambda i=i: i for i in range(3)]
print([f() for f in fs])
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)
print([fib(n) for n in range(12)])
def gen(n):
    for i in range(n):
        if i == 3:
            return
        yield i
    yield "end"
print(list(gen(2)), list(gen(10)), sum(gen(3) for _ in []) if False else "no")
def chain(*sources):
    for source in sources:
        yield from source
print(list(chain([1], "ab", (2, 3))))
def kw(*, a, b=2): return a + b
print(kw(a=1), kw(b=5, a=1))
def pos(a, b, /, c): return (a, b, c)
print(pos(1, 2, 3), pos(1, 2, c=4))
def none(): pass
print(none(), none() is None)
def early(x):
    if x > 0:
        return "pos"
    elif x < 0:
        return "neg"
    else:
        return "zero"
print(early(1), early(-1), early(0))
def deco(f):
    def wrapped(*args, **kwargs):
        return ["wrapped", f(*args, **kwargs)]
    return wrapped
@deco
def plus(a, b=1): return a + b
print(plus(1), plus(1, b=5))
print((lambda *a, **k: (a, k))(1, 2, x=3), (lambda x, y=2: x * y)(4))
for n in range(2, 10):
    for x in range(2, n):
        if n % x == 0:
            break
    else:
        print(n, "prime", end=" ")
print()
n = 0
while n < 5:
    n += 1
    if n == 2: continue
    if n == 4: break
else:
    print("never")
print(n)
while n < 6:
    n += 1
else:
    print("else", n)
if (m := len("abc")) > 2:
    print(m)
print([y for x in range(5) if (y := x * 2) > 4], y)
def scope():
    x = 1
    def f(): return x
    x = 2
    return f()
print(scope())
for call in ("greet()", ):
    try:
        greet()
    except TypeError as e:
        print(e)
for f in (lambda: early(), lambda: early(1, 2), lambda: early(y=1), lambda: kw(1), lambda: kw(), lambda: early(1, x=1), lambda: greet(greeting="x"), lambda: pos(1)):
    try:
        f()
    except TypeError as e:
        print(e)
compose = lambda f, g: lambda x: f(g(x))
print(compose(lambda x: x + 1, lambda x: x * 2)(5))
def new(delete, this=1, function=2):
    var = delete + this
    let = var
    return let + function
print(new(1), new(delete=1, this=5))
print(callable(new), callable(3), new.__name__)
def swap(pair):
    (a, b) = pair
    return b, a
print(swap((1, 2)))
x: int = 5
y: "str"
def typed(a: int, b: list[str] = None) -> dict: return {a: b}
print(x, typed(1))
