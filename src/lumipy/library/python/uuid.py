"""The module `uuid`: identities that are made of names. Random ones are resources."""

import hashlib
import re

_form = re.compile(r"[0-9a-f]{32}")


class UUID:
    def __init__(self, hex=None, bytes=None):
        if bytes is not None:
            if len(bytes) != 16:
                raise ValueError("bytes is not a 16-char string")
            self.hex = bytes.hex()
            return
        if hex is None:
            raise TypeError("one of the hex, bytes, bytes_le, fields, or int arguments must be given")
        plain = hex.replace("urn:", "").replace("uuid:", "").strip("{}").replace("-", "").lower()
        if not _form.fullmatch(plain):
            raise ValueError("badly formed hexadecimal UUID string")
        self.hex = plain

    @property
    def bytes(self):
        return bytes_of(self.hex)

    @property
    def urn(self):
        return f"urn:uuid:{self}"

    @property
    def version(self):
        return int(self.hex[12], 16) if self.hex[16] in "89ab" else None

    def __str__(self):
        it = self.hex
        return f"{it[:8]}-{it[8:12]}-{it[12:16]}-{it[16:20]}-{it[20:]}"

    def __repr__(self):
        return f"UUID('{self}')"

    def __eq__(self, other):
        if isinstance(other, UUID):
            return self.hex == other.hex
        return NotImplemented

    def __lt__(self, other):
        return self.hex < other.hex

    def __le__(self, other):
        return self.hex <= other.hex

    def __gt__(self, other):
        return self.hex > other.hex

    def __ge__(self, other):
        return self.hex >= other.hex

    def __hash__(self):
        return self.hex


def bytes_of(text):
    return bytes.fromhex(text)


def _named(digest, version):
    text = digest[:32]
    variant = "89ab"[int(text[16], 16) % 4]
    return UUID(f"{text[:12]}{version}{text[13:16]}{variant}{text[17:]}")


def uuid3(namespace, name):
    return _named(hashlib.md5(namespace.bytes + name.encode()).hexdigest(), 3)


def uuid5(namespace, name):
    return _named(hashlib.sha1(namespace.bytes + name.encode()).hexdigest(), 5)


NAMESPACE_DNS = UUID("6ba7b810-9dad-11d1-80b4-00c04fd430c8")
NAMESPACE_URL = UUID("6ba7b811-9dad-11d1-80b4-00c04fd430c8")
NAMESPACE_OID = UUID("6ba7b812-9dad-11d1-80b4-00c04fd430c8")
NAMESPACE_X500 = UUID("6ba7b814-9dad-11d1-80b4-00c04fd430c8")
