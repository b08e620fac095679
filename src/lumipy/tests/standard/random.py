import random

for seed in (0, 1, 42, -5, 2**40 + 3, "text", "grüße", b"bytes", True):
    source = random.Random(seed)
    print(seed, [source.random() for _ in range(3)], [source.randint(1, 6) for _ in range(10)], source.uniform(2, 5), source.getrandbits(48))
    values = list(range(10))
    source.shuffle(values)
    print(values, source.choice("abcdef"), source.choices([1, 2, 3], k=5), source.choices("ab", weights=[1, 9], k=5), source.sample(range(100), 5))
    print(source.sample(list("abcdefgh"), 3), source.randrange(0, 100, 7), source.sample(range(3), 3))
random.seed(7)
print([random.random() for _ in range(700)][-3:], random.choice([1, 2]), random.randint(5, 5))
for wrong in (lambda: random.choice([]), lambda: random.randrange(0), lambda: random.sample([1], 2)):
    try:
        wrong()
    except Exception as error:
        print(type(error).__name__, error)
