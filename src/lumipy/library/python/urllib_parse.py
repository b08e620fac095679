"""The module `urllib.parse`."""

from collections import namedtuple

_always_safe = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~"
_with_parameters = ("", "ftp", "hdl", "prospero", "http", "imap", "https", "shttp", "rtsp", "rtspu", "sip", "sips", "mms", "sftp", "tel")
_scheme_characters = _always_safe[:62] + "+-."


def quote(string, safe="/", encoding=None, errors=None):
    if isinstance(string, bytes):
        data = string
    else:
        data = str(string).encode()
    allowed = _always_safe + safe
    return "".join(chr(it) if chr(it) in allowed and it < 128 else f"%{it:02X}" for it in data)


def quote_plus(string, safe="", encoding=None, errors=None):
    text = string if isinstance(string, bytes) else str(string)
    return quote(text, safe + " ").replace(" ", "+")


def unquote(string, encoding="utf-8", errors="replace"):
    first, *parts = string.split("%")
    found = [first.encode()]
    for part in parts:
        code = part[:2]
        is_code = len(code) == 2 and all(it in "0123456789abcdefABCDEF" for it in code)
        found.append(bytes.fromhex(code) + part[2:].encode() if is_code else ("%" + part).encode())
    return b"".join(found).decode("utf-8", errors)


def unquote_plus(string, encoding="utf-8", errors="replace"):
    return unquote(string.replace("+", " "))


def urlencode(query, doseq=False, safe="", encoding=None, errors=None, quote_via=quote_plus):
    pairs = query.items() if hasattr(query, "items") else query
    found = []
    for key, value in pairs:
        name = quote_via(key if isinstance(key, bytes) else str(key), safe)
        values = value if doseq and isinstance(value, (list, tuple)) else [value]
        for it in values:
            found.append(name + "=" + quote_via(it if isinstance(it, bytes) else str(it), safe))
    return "&".join(found)


class SplitResult(namedtuple("SplitResult", "scheme netloc path query fragment")):
    @property
    def _host(self):
        return self.netloc.rpartition("@")[2]

    @property
    def username(self):
        before, at, _ = self.netloc.rpartition("@")
        return before.partition(":")[0] if at else None

    @property
    def password(self):
        before, at, _ = self.netloc.rpartition("@")
        _, colon, word = before.partition(":")
        return word if at and colon else None

    @property
    def hostname(self):
        host = self._host
        name = host.partition("[")[2].partition("]")[0] if "[" in host else host.partition(":")[0]
        return name.lower() or None

    @property
    def port(self):
        host = self._host
        number = (host.rpartition("]")[2] if "]" in host else host).partition(":")[2]
        if not number:
            return None
        if not number.isdigit():
            raise ValueError(f"Port could not be cast to integer value as {number!r}")
        if int(number) > 65535:
            raise ValueError("Port out of range 0-65535")
        return int(number)

    def geturl(self):
        return urlunsplit(self)


class ParseResult(namedtuple("ParseResult", "scheme netloc path params query fragment")):
    @property
    def _split(self):
        return SplitResult(self.scheme, self.netloc, self.path, self.query, self.fragment)

    @property
    def username(self):
        return self._split.username

    @property
    def password(self):
        return self._split.password

    @property
    def hostname(self):
        return self._split.hostname

    @property
    def port(self):
        return self._split.port

    def geturl(self):
        return urlunparse(self)


def urlsplit(url, scheme="", allow_fragments=True):
    rest = url.lstrip(" ").replace("\t", "").replace("\r", "").replace("\n", "")
    netloc = query = fragment = ""
    at = rest.find(":")
    if at > 0 and rest[0].isascii() and rest[0].isalpha() and all(it in _scheme_characters for it in rest[:at]):
        scheme, rest = rest[:at].lower(), rest[at + 1 :]
    if rest[:2] == "//":
        end = min([it for it in (rest.find(sign, 2) for sign in "/?#") if it >= 0], default=len(rest))
        netloc, rest = rest[2:end], rest[end:]
    if allow_fragments and "#" in rest:
        rest, _, fragment = rest.partition("#")
    if "?" in rest:
        rest, _, query = rest.partition("?")
    return SplitResult(scheme, netloc, rest, query, fragment)


def urlparse(url, scheme="", allow_fragments=True):
    found = urlsplit(url, scheme, allow_fragments)
    path, params = found.path, ""
    if found.scheme in _with_parameters and ";" in path:
        at = path.find(";", path.rfind("/") + 1) if "/" in path else path.find(";")
        if at >= 0:
            path, params = path[:at], path[at + 1 :]
    return ParseResult(found.scheme, found.netloc, path, params, found.query, found.fragment)


def urlunsplit(components):
    scheme, netloc, url, query, fragment = components
    if netloc or (scheme and scheme in ("http", "https", "ftp", "file", "") and url[:2] != "//"):
        if url and url[:1] != "/":
            url = "/" + url
        url = "//" + netloc + url
    if scheme:
        url = scheme + ":" + url
    if query:
        url = url + "?" + query
    if fragment:
        url = url + "#" + fragment
    return url


def urlunparse(components):
    scheme, netloc, url, params, query, fragment = components
    if params:
        url = f"{url};{params}"
    return urlunsplit((scheme, netloc, url, query, fragment))


def parse_qsl(qs, keep_blank_values=False, strict_parsing=False):
    found = []
    for part in qs.split("&"):
        if not part and not strict_parsing:
            continue
        name, sign, value = part.partition("=")
        if not sign and strict_parsing:
            raise ValueError(f"bad query field: {part!r}")
        if value or keep_blank_values:
            found.append((unquote_plus(name), unquote_plus(value)))
    return found


def parse_qs(qs, keep_blank_values=False, strict_parsing=False):
    found = {}
    for name, value in parse_qsl(qs, keep_blank_values, strict_parsing):
        found.setdefault(name, []).append(value)
    return found


def urljoin(base, url, allow_fragments=True):
    if not base:
        return url
    if not url:
        return base
    before = urlparse(base)
    after = urlparse(url, before.scheme)
    if after.scheme != before.scheme:
        return url
    if after.netloc:
        return urlunparse(after)
    if not after.path and not after.params:
        query = after.query or before.query
        return urlunparse((before.scheme, before.netloc, before.path, before.params, query, after.fragment))
    parts = before.path.split("/")
    if parts[-1] != "":
        del parts[-1]
    if after.path[:1] == "/":
        segments = after.path.split("/")
    else:
        segments = parts + after.path.split("/") if parts and parts[-1] != "" or not parts else parts[:-1] + after.path.split("/")
        segments[1:-1] = [it for it in segments[1:-1] if it]
    resolved = []
    for it in segments:
        if it == "..":
            if resolved:
                resolved.pop()
        elif it != ".":
            resolved.append(it)
    if segments[-1] in (".", ".."):
        resolved.append("")
    path = "/".join(resolved) or "/"
    return urlunparse((before.scheme, before.netloc, path, after.params, after.query, after.fragment))
