import base64
import random

source = random.Random(7)

print(base64.b64encode(b"hello").decode(), base64.b64encode("grüße".encode()).decode())
for size in range(40):
    data = bytes([source.randrange(256) for _ in range(size)])
    for encode, decode in (
        (base64.b64encode, base64.b64decode),
        (base64.urlsafe_b64encode, base64.urlsafe_b64decode),
        (base64.b32encode, base64.b32decode),
        (base64.b16encode, base64.b16decode),
        (base64.encodebytes, base64.decodebytes),
    ):
        text = encode(data)
        print(text, decode(text) == data)
print(base64.b64decode("aGVsbG8="), base64.b64decode(b"aGVs bG8="), base64.b64encode(b"\xff\xfe", altchars=b"-_"))
for wrong in ("aGVsbG8", "a", "aGVsbG8=="):
    try:
        print(base64.b64decode(wrong))
    except ValueError as error:
        print(type(error).__name__, error)
try:
    base64.b64encode("text")
except TypeError as error:
    print(error)
