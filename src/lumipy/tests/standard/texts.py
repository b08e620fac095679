import html
import shlex
import string
import textwrap
import fnmatch
import mimetypes
import urllib.parse
from urllib.parse import quote, urlencode, urlparse

text = """
    Hello,
      World!

    The quick brown fox jumps over the lazy dog -- and then it sleeps, a well-known long-lived habit.
"""
print(repr(textwrap.dedent(text)), repr(textwrap.dedent("  a\n\t b")), repr(textwrap.dedent(" a\n   \n  b\n")))
for width in (10, 20, 33, 70):
    print(textwrap.wrap(text, width), repr(textwrap.fill(textwrap.dedent(text), width, initial_indent="* ", subsequent_indent="  ")))
    print(textwrap.shorten(text, width + 5), textwrap.shorten("abc def", 7, placeholder="…"))
print(textwrap.wrap("a" * 25 + " bcd", 10), textwrap.wrap("", 5), textwrap.wrap("well-known-thing", 6), textwrap.wrap("x " * 9, 5, max_lines=2))
print(repr(textwrap.indent("a\n\nb", "> ")), repr(textwrap.indent("a\n\nb", "> ", lambda it: True)))
print(string.ascii_lowercase, string.digits, string.punctuation, string.capwords("hello big world"))
template = string.Template("$who likes ${what}s, $$5 and $other")
print(template.safe_substitute(who="Tim", what="kiwi"), template.substitute({"who": "A", "what": "b"}, other=1), template.get_identifiers())
for wrong in (lambda: template.substitute(who=1), lambda: string.Template("$ x").substitute()):
    try:
        wrong()
    except Exception as error:
        print(type(error).__name__, error)
print(html.escape("<a href=\"x\">'&'</a>"), html.escape("'", quote=False))
print(shlex.quote("a b"), shlex.quote("it's"), shlex.quote("plain-1.txt"), shlex.quote(""), shlex.join(["a", "b c"]), shlex.split("a 'b c' \"d \\\" e\" f\\ g"))
print(fnmatch.fnmatch("a.txt", "*.txt"), fnmatch.filter(["a.py", "b.txt", "ab.py"], "?.py"), fnmatch.fnmatch("x1", "x[0-9]"), fnmatch.fnmatch("xa", "x[!0-9]"))
for name in ("index.html", "a.css", "a.js", "x.json", "p.png", "a.tar.gz", "b.tgz", "none", "a.SVG", "http://h/a.jpg", ".bashrc", "a.woff2", "a.txt", "d.xyzzy"):
    print(name, mimetypes.guess_type(name)[1])
print(mimetypes.guess_type("index.html"), mimetypes.guess_type("a.css"), mimetypes.guess_type("p.png"), mimetypes.guess_extension("image/png"))
for it in ("a b/c?d=é&e", "plain", "~._-", "a+b", ""):
    print(quote(it), quote(it, safe=""), urllib.parse.quote_plus(it), urllib.parse.unquote(quote(it)) == it, urllib.parse.unquote_plus("a+b%20c"))
print(urlencode({"a": "1 2", "b": ["x", "y"]}, doseq=True), urlencode([("k", "v&w")]), urllib.parse.unquote("%zz%41%C3%A9"))
for url in ("http://user:pw@Host.com:8080/a/b;p?q=1#f", "//h/p", "mailto:x@y", "/only/path?x", "https://h", "", "ftp://[::1]:21/x", "a:b"):
    found = urlparse(url)
    print(found, found.hostname, found.port, found.username, found.geturl(), urllib.parse.urlsplit(url).netloc)
print(urllib.parse.urljoin("http://h/a/b", "c"), urllib.parse.urljoin("http://h/a/b/", "../c"), urllib.parse.urljoin("http://h/a", "/x"), urllib.parse.urljoin("http://h/a", "http://o/"))
print(urllib.parse.parse_qs("a=1&b=2&a=3"), urllib.parse.parse_qsl("x=%20y&z="))
