import hashlib
import random
import uuid

source = random.Random(3)
for name in ("md5", "sha1", "sha224", "sha256", "sha384", "sha512"):
    print(name, hashlib.new(name, b"").hexdigest())
    for size in list(range(0, 8)) + [55, 56, 57, 63, 64, 65, 111, 112, 113, 119, 120, 127, 128, 129, 300]:
        data = bytes([source.randrange(256) for _ in range(size)])
        made = getattr(hashlib, name)(data)
        print(size, made.hexdigest(), made.name, made.digest_size)
made = hashlib.sha256()
made.update(b"a")
made.update("ö".encode())
print(made.hexdigest(), made.digest()[:4], hashlib.md5(b"x", usedforsecurity=False).hexdigest()[:8], made.copy().hexdigest()[:6])
try:
    hashlib.sha256("text")
except TypeError as error:
    print(error)
print(uuid.uuid5(uuid.NAMESPACE_DNS, "example.com"), uuid.uuid3(uuid.NAMESPACE_URL, "http://a/ö"), uuid.UUID("{6BA7B810-9dad-11d1-80b4-00c04fd430c8}"))
made = uuid.uuid5(uuid.NAMESPACE_URL, "x")
print(repr(made), made.hex, made.version, made == uuid.UUID(str(made)), made.urn, made < uuid.NAMESPACE_DNS, str(made)[:8])
