import re

texts = ["", "abc", "a1b22c333", "Hello, World!", "one two  three", "2024-01-31", "key=value; other=1", "äöü ßx_9", "a\nb\nc\n", "aaa", "foo.bar@example.com", "x-y_z", "10.0.0.0/16", "A-B-C", "it's \"q\"", "]^-\\"]
patterns = [
    r"\d+", r"[a-z]+", r"(\w+)=(\w+)", r"(?P<year>\d{4})-(?P<month>\d\d)", r"^\w", r"\w$", r"b*", r"\s+", r"[^a-z0-9-]", r"(a)(b)?",
    r"(?i)hello", r"a|b|c", r"^b$", r"(?m)^b$", r"[\w.+-]+@[\w-]+\.[\w.]+", r"\bo", r"\B\w", r"(?<=a)\d", r"a{2}", r"a{,2}", r"[]^\\-]",
    r"\.", r"(?:ab)+", r"(?P<q>['\"]).*?(?P=q)", r".", r"(?s).+", r"\A\w+\Z", r"x{", r"[A-Z]-", r"(\w)\1", r"[\d-]+", r"[\s,;]", r"$",
]
for pattern in patterns:
    for text in texts:
        found = re.search(pattern, text)
        print(pattern, repr(text), found and (found.group(), found.span(), found.groups(), found.groupdict()))
        start = re.match(pattern, text)
        print(bool(start), bool(re.fullmatch(pattern, text)), re.findall(pattern, text), re.split(pattern, text))
        print(repr(re.sub(pattern, "<\\g<0>>", text)), re.subn(pattern, "-", text, count=1), [it.start() for it in re.finditer(pattern, text)])
compiled = re.compile(r"(?P<name>[a-z]+)(\d*)", re.IGNORECASE)
match = compiled.match("Web12-x")
print(match, match["name"], match[2], match.group("name", 2), match.lastindex, match.lastgroup, match.end(), match.re.pattern, match.string)
print(compiled.groups, compiled.groupindex, compiled.sub(lambda it: it.group(1).upper() + "!", "ab1 cd"), compiled.pattern)
print(re.escape("a.b*c-d_e f"), re.sub(r"(\w)(\d)", r"\2\1", "a1 b2"), re.sub("a", r"\n", "bab"), re.sub(r"(?P<x>a)", r"[\g<x>]", "a"))
print(re.findall(r"""(?x)
    (\d+)   # digits
    \s* px
""", "10px 20 px"), re.split(r"(-)", "a-b-c", maxsplit=1), re.search("b", "a") is None, re.I | re.M == 10)
for wrong in ("(", "[a", "a**", r"\q", "(?P<a>x)(?P<a>y)", "*a", "a)"):
    try:
        re.compile(wrong)
        print("none")
    except re.error as error:
        print(type(error).__name__)
try:
    match.group(9)
except IndexError as error:
    print(error)
