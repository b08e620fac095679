data = b"abc\x00\xff'"
print(data, data[0], data[1:3], data[-1], len(data), list(data), data.hex(), bytes.fromhex("00 ff"))
print(b"a" + b"b", b"ab" * 2, b"a" == b"a", b"a" != b"b", b"a" < b"b", b"b" in data, 97 in data, bool(b""))
print("äöü😀".encode(), "äöü😀".encode("utf-8").decode("utf-8"), "abc".encode("ascii"), "é".encode("latin-1"))
print({b"a": 1}[b"a"], hash is not None, str(b"x"), f"{b'x'!r}", repr(b'"'), b"it's")
print(b"a,b".replace(b",", b";"), b",".join([b"x", b"y"]), b" a ".strip(), b"abc".startswith(b"ab"), b"abc".find(b"c"))
print(bytes(3), bytes([1, 2, 255]), bytes("ä", "utf-8"), isinstance(data, bytes), type(data).__name__, str(b"abc", "utf-8"))
for work in (
    lambda: "ä".encode("ascii"),
    lambda: bytes([300]),
    lambda: b"a" + "b",
    lambda: bytes("a"),
    lambda: b"abc"[9],
):
    try:
        print(work())
    except Exception as error:
        print(type(error).__name__, isinstance(error, ValueError))
print(int("12"), int(b"12"), b"\xe4\xff\xc3\xa4".decode("utf-8", "replace"), b"a\xffb".decode("utf-8", errors="ignore"))
