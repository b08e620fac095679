"""The module `ipaddress`: addresses are kept as lists of their bits, as those of version 6 have 128."""

import re


class AddressValueError(ValueError):
    pass


class NetmaskValueError(ValueError):
    pass


_SIZES = {4: 32, 6: 128}


def _bits_of(number, size):
    return [int(it) for it in f"{number:b}".rjust(size, "0")]


def _number_of(bits):
    number = 0
    for it in bits:
        number = number * 2 + it
    return number


def _added(bits, amount):
    """The bits of a sum; an empty list if it has too many."""
    found = []
    carry = amount
    for it in reversed(bits):
        carry += it
        found.append(carry % 2)
        carry //= 2
    return list(reversed(found)) if carry == 0 else []


def _parse4(text):
    octets = text.split(".")
    if len(octets) != 4:
        raise AddressValueError(f"Expected 4 octets in {text!r}")
    bits = []
    for it in octets:
        if not it:
            raise AddressValueError(f"Empty octet not permitted in {text!r}")
        if not (it.isascii() and it.isdigit()):
            raise AddressValueError(f"Only decimal digits permitted in {it!r} in {text!r}")
        if len(it) > 3:
            raise AddressValueError(f"At most 3 characters permitted in {it!r} in {text!r}")
        if it != "0" and it[0] == "0":
            raise AddressValueError(f"Leading zeros are not permitted in {it!r} in {text!r}")
        if int(it) > 255:
            raise AddressValueError(f"Octet {int(it)} (> 255) not permitted in {text!r}")
        bits += _bits_of(int(it), 8)
    return bits


def _parse6(text):
    plain = text.partition("%")[0]
    parts = plain.split(":")
    if len(parts) < 3:
        raise AddressValueError(f"At least 3 parts expected in {text!r}")
    if "." in parts[-1]:
        last = _parse4(parts.pop())
        parts += [f"{_number_of(last[:16]):x}", f"{_number_of(last[16:]):x}"]
    if len(parts) > 9:
        raise AddressValueError(f"At most 8 colons permitted in {text!r}")
    gaps = [at for at in range(1, len(parts) - 1) if not parts[at]]
    if len(gaps) > 1:
        raise AddressValueError(f"At most one '::' permitted in {text!r}")
    if gaps:
        first, second = parts[: gaps[0]], parts[gaps[0] + 1 :]
        if not first[0]:
            first = first[1:]
            if first:
                raise AddressValueError(f"Leading ':' only permitted as part of '::' in {text!r}")
        if not second[-1]:
            second = second[:-1]
            if second:
                raise AddressValueError(f"Trailing ':' only permitted as part of '::' in {text!r}")
        missing = 8 - len(first) - len(second)
        if missing < 1:
            raise AddressValueError(f"Expected at most 7 other parts with '::' in {text!r}")
        parts = first + ["0"] * missing + second
    elif len(parts) != 8:
        raise AddressValueError(f"Exactly 8 parts expected without '::' in {text!r}")
    bits = []
    for it in parts:
        if not it:
            raise AddressValueError(f"Exactly 8 parts expected without '::' in {text!r}")
        if not re.fullmatch("[0-9a-fA-F]+", it):
            raise AddressValueError(f"Only hex digits permitted in {it!r} in {text!r}")
        if len(it) > 4:
            raise AddressValueError(f"At most 4 characters permitted in {it!r} in {text!r}")
        bits += _bits_of(int(it, 16), 16)
    return bits


def _text4(bits):
    return ".".join(str(_number_of(bits[at : at + 8])) for at in range(0, 32, 8))


def _groups(bits):
    return [_number_of(bits[at : at + 16]) for at in range(0, 128, 16)]


def _text6(bits):
    groups = [f"{it:x}" for it in _groups(bits)]
    best_at, best_size, at = 0, 1, 0
    while at < 8:
        size = 0
        while at + size < 8 and groups[at + size] == "0":
            size += 1
        if size > best_size:
            best_at, best_size = at, size
        at += max(size, 1)
    if best_size < 2:
        return ":".join(groups)
    return ":".join(groups[:best_at]) + "::" + ":".join(groups[best_at + best_size :])


class _Address:
    version = 4

    def __init__(self, address):
        self._bits = self._of(address)

    def _of(self, address):
        size = _SIZES[self.version]
        if isinstance(address, list):
            return address
        if isinstance(address, _Address):
            return address._bits
        if isinstance(address, int):
            if address < 0:
                raise AddressValueError(f"{address} (< 0) is not permitted as an IPv{self.version} address")
            if self.version == 4 and address >= 2**32:
                raise AddressValueError(f"{address} (>= 2**32) is not permitted as an IPv4 address")
            return _bits_of(address, size)
        if "/" in str(address):
            raise AddressValueError(f"Unexpected '/' in {address!r}")
        if not address:
            raise AddressValueError("Address cannot be empty")
        return _parse4(address) if self.version == 4 else _parse6(address)

    @property
    def max_prefixlen(self):
        return _SIZES[self.version]

    @property
    def compressed(self):
        return str(self)

    @property
    def exploded(self):
        if self.version == 4:
            return str(self)
        return ":".join(f"{it:04x}" for it in _groups(self._bits))

    @property
    def reverse_pointer(self):
        if self.version == 4:
            return ".".join(reversed(str(self).split("."))) + ".in-addr.arpa"
        return ".".join(reversed(self.exploded.replace(":", ""))) + ".ip6.arpa"

    @property
    def packed(self):
        return bytes([_number_of(self._bits[at : at + 8]) for at in range(0, len(self._bits), 8)])

    def _is_in(self, networks):
        return any(self in it for it in networks[self.version])

    @property
    def is_private(self):
        return self._is_in(_PRIVATE) and not self._is_in(_PUBLIC)

    @property
    def is_global(self):
        if self.version == 4:
            return self not in IPv4Network("100.64.0.0/10") and not self.is_private
        return not self.is_private

    @property
    def is_loopback(self):
        return self._is_in(_LOOPBACK)

    @property
    def is_link_local(self):
        return self._is_in(_LINK_LOCAL)

    @property
    def is_multicast(self):
        return self._is_in(_MULTICAST)

    @property
    def is_unspecified(self):
        return not any(self._bits)

    def __int__(self):
        return _number_of(self._bits)

    def __add__(self, other):
        if not isinstance(other, int):
            return NotImplemented
        if other < 0:
            return self - -other
        bits = _added(self._bits, other)
        if not bits:
            raise AddressValueError(f"the sum is not permitted as an IPv{self.version} address")
        return type(self)(bits)

    def __sub__(self, other):
        if not isinstance(other, int):
            return NotImplemented
        found = []
        borrow = other
        for it in reversed(self._bits):
            value = it - borrow % 2
            borrow = borrow // 2 + (1 if value < 0 else 0)
            found.append(value % 2)
        if borrow:
            raise AddressValueError(f"the difference is not permitted as an IPv{self.version} address")
        return type(self)(list(reversed(found)))

    def __eq__(self, other):
        return isinstance(other, _Address) and self.version == other.version and self._bits == other._bits

    def _other(self, other):
        if not isinstance(other, _Address) or self.version != other.version:
            raise TypeError(f"{self} and {other} are not of the same version")
        return other._bits

    def __lt__(self, other):
        return self._bits < self._other(other)

    def __le__(self, other):
        return self._bits <= self._other(other)

    def __gt__(self, other):
        return self._bits > self._other(other)

    def __ge__(self, other):
        return self._bits >= self._other(other)

    def __hash__(self):
        return f"{self.version}:{self}"

    def __str__(self):
        return _text4(self._bits) if self.version == 4 else _text6(self._bits)

    def __repr__(self):
        return f"IPv{self.version}Address('{self}')"


class IPv4Address(_Address):
    version = 4


class IPv6Address(_Address):
    version = 6

    @property
    def is_private(self):
        mapped = self.ipv4_mapped
        return super().is_private if mapped is None else mapped.is_private

    @property
    def ipv4_mapped(self):
        if any(self._bits[:80]) or not all(self._bits[80:96]):
            return None
        return IPv4Address(self._bits[96:])


def _address(version):
    return IPv4Address if version == 4 else IPv6Address


class _Network:
    version = 4

    def __init__(self, address, strict=True):
        size = _SIZES[self.version]
        if isinstance(address, tuple):
            text, prefix = address[0], address[1] if len(address) > 1 else size
        elif isinstance(address, str):
            parts = address.split("/")
            if len(parts) > 2:
                raise AddressValueError(f"Only one '/' permitted in {address!r}")
            text, prefix = parts[0], parts[1] if len(parts) == 2 else size
        else:
            text, prefix = address, size
        whole = _address(self.version)(text)
        self.prefixlen = self._prefix(prefix, size)
        bits = whole._bits[: self.prefixlen] + [0] * (size - self.prefixlen)
        if strict and bits != whole._bits:
            raise ValueError(f"{whole}/{self.prefixlen} has host bits set")
        self.network_address = _address(self.version)(bits)

    def _prefix(self, prefix, size):
        text = str(prefix)
        if text.isascii() and text.isdigit():
            if int(text) > size:
                raise NetmaskValueError(f"{text!r} is not a valid netmask")
            return int(text)
        if self.version == 4:
            try:
                mask = _parse4(text)
            except AddressValueError:
                raise NetmaskValueError(f"{text!r} is not a valid netmask")
            for bits in (mask, [1 - it for it in mask]):
                length = bits.index(0) if 0 in bits else size
                if not any(bits[length:]):
                    return length
        raise NetmaskValueError(f"{text!r} is not a valid netmask")

    def _made(self, bits, prefixlen):
        return type(self)((_address(self.version)(bits), prefixlen))

    @property
    def max_prefixlen(self):
        return _SIZES[self.version]

    def _filled(self, rest):
        size = self.max_prefixlen
        return _address(self.version)(self.network_address._bits[: self.prefixlen] + [rest] * (size - self.prefixlen))

    @property
    def broadcast_address(self):
        return self._filled(1)

    @property
    def netmask(self):
        return _address(self.version)([1] * self.prefixlen + [0] * (self.max_prefixlen - self.prefixlen))

    @property
    def hostmask(self):
        return _address(self.version)([0] * self.prefixlen + [1] * (self.max_prefixlen - self.prefixlen))

    @property
    def num_addresses(self):
        return 2 ** (self.max_prefixlen - self.prefixlen)

    @property
    def with_prefixlen(self):
        return str(self)

    @property
    def with_netmask(self):
        return f"{self.network_address}/{self.netmask}"

    @property
    def with_hostmask(self):
        return f"{self.network_address}/{self.hostmask}"

    @property
    def compressed(self):
        return str(self)

    @property
    def exploded(self):
        return f"{self.network_address.exploded}/{self.prefixlen}"

    @property
    def is_private(self):
        first, last = self.network_address, self.broadcast_address
        return any(first in it and last in it for it in _PRIVATE[self.version]) and not any(
            first in it or last in it for it in _PUBLIC[self.version]
        )

    @property
    def is_multicast(self):
        return self.network_address.is_multicast and self.broadcast_address.is_multicast

    @property
    def is_loopback(self):
        return self.network_address.is_loopback and self.broadcast_address.is_loopback

    @property
    def is_link_local(self):
        return self.network_address.is_link_local and self.broadcast_address.is_link_local

    def __iter__(self):
        return self._walk(self.network_address, self.broadcast_address)

    def _walk(self, first, last):
        current = first
        while current <= last:
            yield current
            if current == last:
                return
            current = current + 1

    def hosts(self):
        if self.prefixlen == self.max_prefixlen:
            return [self.network_address]
        if self.prefixlen == self.max_prefixlen - 1:
            return [self.network_address, self.network_address + 1]
        last = self.broadcast_address
        return self._walk(self.network_address + 1, last - 1 if self.version == 4 else last)

    def __getitem__(self, at):
        try:
            found = self.network_address + at if at >= 0 else self.broadcast_address - (-at - 1)
        except AddressValueError:
            raise IndexError("address out of range")
        if found not in self:
            raise IndexError("address out of range")
        return found

    def __contains__(self, other):
        if isinstance(other, _Network) or self.version != other.version:
            return False
        return other._bits[: self.prefixlen] == self.network_address._bits[: self.prefixlen]

    def subnet_of(self, other):
        return self._below(other)

    def supernet_of(self, other):
        return other._below(self)

    def _below(self, other):
        if self.version != other.version:
            raise TypeError(f"{self} and {other} are not of the same version")
        return other.prefixlen <= self.prefixlen and self.network_address in other

    def overlaps(self, other):
        return self.network_address in other or other.network_address in self

    def subnets(self, prefixlen_diff=1, new_prefix=None):
        if self.prefixlen == self.max_prefixlen:
            return iter([self])
        if new_prefix is not None:
            if new_prefix < self.prefixlen:
                raise ValueError("new prefix must be longer")
            if prefixlen_diff != 1:
                raise ValueError("cannot set prefixlen_diff and new_prefix")
            prefixlen_diff = new_prefix - self.prefixlen
        if prefixlen_diff < 0:
            raise ValueError("prefix length diff must be > 0")
        prefix = self.prefixlen + prefixlen_diff
        if prefix > self.max_prefixlen:
            raise ValueError(f"prefix length diff {prefix} is invalid for netblock {self}")
        return self._parts(prefix)

    def _parts(self, prefix):
        bits = self.network_address._bits
        for at in range(2 ** (prefix - self.prefixlen)):
            middle = _bits_of(at, prefix - self.prefixlen) if prefix > self.prefixlen else []
            yield self._made(bits[: self.prefixlen] + middle + bits[prefix:], prefix)

    def supernet(self, prefixlen_diff=1, new_prefix=None):
        if self.prefixlen == 0:
            return self
        prefix = self.prefixlen - prefixlen_diff if new_prefix is None else new_prefix
        if prefix > self.prefixlen:
            raise ValueError("new prefix must be shorter")
        if prefix < 0:
            raise ValueError(f"current prefixlen is {self.prefixlen}, cannot have a prefixlen_diff of {prefixlen_diff}")
        bits = self.network_address._bits
        return self._made(bits[:prefix] + [0] * (self.max_prefixlen - prefix), prefix)

    def address_exclude(self, other):
        if not other.subnet_of(self):
            raise ValueError(f"{other} not contained in {self}")
        current = self
        while current != other:
            first, second = list(current.subnets())
            inner = first if other.subnet_of(first) else second
            yield second if inner is first else first
            current = inner

    def _key(self):
        return (self.version, self.network_address._bits, self.prefixlen)

    def __eq__(self, other):
        return isinstance(other, _Network) and self._key() == other._key()

    def __lt__(self, other):
        return self._key() < other._key()

    def __le__(self, other):
        return self._key() <= other._key()

    def __gt__(self, other):
        return self._key() > other._key()

    def __ge__(self, other):
        return self._key() >= other._key()

    def __hash__(self):
        return str(self)

    def __str__(self):
        return f"{self.network_address}/{self.prefixlen}"

    def __repr__(self):
        return f"IPv{self.version}Network('{self}')"


class IPv4Network(_Network):
    version = 4


class IPv6Network(_Network):
    version = 6


class _Interface:
    version = 4

    def __init__(self, address):
        self.network = (IPv4Network if self.version == 4 else IPv6Network)(address, strict=False)
        text = address[0] if isinstance(address, tuple) else str(address).split("/")[0]
        self.ip = _address(self.version)(text)

    @property
    def netmask(self):
        return self.network.netmask

    @property
    def with_prefixlen(self):
        return str(self)

    def __eq__(self, other):
        return isinstance(other, _Interface) and str(self) == str(other)

    def __hash__(self):
        return str(self)

    def __str__(self):
        return f"{self.ip}/{self.network.prefixlen}"

    def __repr__(self):
        return f"IPv{self.version}Interface('{self}')"


class IPv4Interface(_Interface):
    version = 4


class IPv6Interface(_Interface):
    version = 6


def _either(value, first, second, what):
    for kind in (first, second):
        try:
            return kind(value)
        except (AddressValueError, NetmaskValueError):
            continue
    raise ValueError(f"{value!r} does not appear to be an IPv4 or IPv6 {what}")


def ip_address(address):
    return _either(address, IPv4Address, IPv6Address, "address")


def ip_interface(address):
    return _either(address, IPv4Interface, IPv6Interface, "interface")


def ip_network(address, strict=True):
    for kind in (IPv4Network, IPv6Network):
        try:
            return kind(address, strict)
        except (AddressValueError, NetmaskValueError):
            continue
    raise ValueError(f"{address!r} does not appear to be an IPv4 or IPv6 network")


def collapse_addresses(addresses):
    found = sorted(it if isinstance(it, _Network) else ip_network(str(it)) for it in addresses)
    result = []
    for one in found:
        result.append(one)
        while len(result) > 1:
            last, before = result[-1], result[-2]
            if last.subnet_of(before):
                result.pop()
            elif last.prefixlen == before.prefixlen and last.supernet() == before.supernet():
                result[-2:] = [last.supernet()]
            else:
                break
    return iter(result)


def _networks(kind, texts):
    return [kind(it) for it in texts]


_PRIVATE = {
    4: _networks(
        IPv4Network,
        [
            "0.0.0.0/8", "10.0.0.0/8", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/29",
            "192.0.0.170/31", "192.0.2.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
            "240.0.0.0/4", "255.255.255.255/32",
        ],
    ),
    6: _networks(
        IPv6Network,
        [
            "::1/128", "::/128", "::ffff:0:0/96", "100::/64", "2001::/23", "2001:2::/48", "2001:db8::/32",
            "2001:10::/28", "fc00::/7", "fe80::/10",
        ],
    ),
}
_PUBLIC = {4: [], 6: []}
_LOOPBACK = {4: [IPv4Network("127.0.0.0/8")], 6: [IPv6Network("::1/128")]}
_LINK_LOCAL = {4: [IPv4Network("169.254.0.0/16")], 6: [IPv6Network("fe80::/10")]}
_MULTICAST = {4: [IPv4Network("224.0.0.0/4")], 6: [IPv6Network("ff00::/8")]}
