//! Code that LumiPy does not have is refused, with positions.

use super::packed_text;

fn refused(text: &str) -> String {
    let problems = packed_text(text).err().unwrap_or_default();
    let shown = problems.iter().map(ToString::to_string);
    shown.collect::<Vec<_>>().join("\n")
}

#[test]
fn places_and_codes_are_reported() {
    for (text, expected) in [
        (
            "a = (1,\n",
            "main.py:2:1: unexpected EOF while parsing (PY001)",
        ),
        (
            "x = '\\N{BULLET}'\n",
            "main.py:1:9: the escape sequence is not a character (PY001)",
        ),
        (
            "async def f():\n    async with f():\n        pass\n",
            "main.py:2:5: LumiPy has no `async with` (PY002)",
        ),
        (
            "async def f():\n    yield 1\n",
            "main.py:1:1: LumiPy has no `async` generators (PY002)",
        ),
        (
            "type X = int\n",
            "main.py:1:1: LumiPy has no `type` (PY002)",
        ),
        (
            "try:\n    pass\nexcept* ValueError:\n    pass\n",
            "main.py:1:1: LumiPy has no `except*` (PY002)",
        ),
        (
            "print('ä', lambda: (yield))\n",
            "main.py:1:12: LumiPy has no `yield` in a lambda (PY003)",
        ),
        (
            "import subprocess\n",
            "main.py:1:8: LumiPy has no module `subprocess` (PY004)",
        ),
        (
            "import lumi\nlumi.Alis()\n",
            "main.py:2:1: the module `lumi` has no `Alis` (PY004)",
        ),
        (
            "import os\nprint(os.environ)\n",
            "main.py:2:7: LumiPy has no `os.environ` (PY005)",
        ),
        (
            "from json import JSONEncoder\n",
            "main.py:1:18: LumiPy has no `JSONEncoder` of `json` (PY004)",
        ),
        (
            "print(unknown)\n",
            "main.py:1:7: `unknown` is not defined (PY005)",
        ),
        (
            "open('a')\n",
            "main.py:1:1: the file a cannot be read: there is no a (PY005)",
        ),
        (
            "name = 'a'\nname = 'b'\nopen(name)\n",
            "main.py:3:1: LumiPy has no `open` of a path that only the run knows (PY005)",
        ),
        (
            "open('main.py', 'w')\n",
            "main.py:1:1: LumiPy has no files that are written (PY005)",
        ),
        (
            "from dataclasses import dataclass\n@dataclass(eq=False)\nclass A:\n    pass\n",
            "main.py:2:12: LumiPy has no option of `dataclass` like this (PY006)",
        ),
        (
            "class A(int, str):\n    pass\n",
            "main.py:1:7: LumiPy has no classes that extend `str` (PY007)",
        ),
        (
            "class A(dict):\n    pass\n",
            "main.py:1:9: LumiPy has no classes that extend `dict` (PY007)",
        ),
        (
            "class A:\n    def __setattr__(self, name, value):\n        pass\n",
            "main.py:2:9: LumiPy does not call `__setattr__` of classes (PY007)",
        ),
        (
            "from dataclasses import dataclass\n@dataclass\nclass A:\n    a: int = 1\n    b: int\n",
            "main.py:3:7: the field `b` has no default, and follows one that has (PY007)",
        ),
        (
            "from dataclasses import dataclass, field\n@dataclass\nclass A:\n    a: int = field(hash=False)\n",
            "main.py:4:20: LumiPy has no option of `field` like this (PY007)",
        ),
        (
            "x = 9007199254740993\n",
            "main.py:1:5: LumiPy has no integers of more than 53 bits (PY008)",
        ),
        (
            "x = 2j\n",
            "main.py:1:5: LumiPy has no complex numbers (PY008)",
        ),
        (
            "import lumi\nlumi.export('a')\n",
            "main.py:2:1: an output needs a name and a value (PY009)",
        ),
        (
            "super().x()\n",
            "main.py:1:1: LumiPy has no `super()` here (PY010)",
        ),
    ] {
        assert_eq!(refused(text), expected, "{text}");
    }
    let deep = format!("x = {}{}\n", "(".repeat(300), ")".repeat(300));
    assert!(refused(&deep).contains("PY011"));
}

/// Code of a size: a start, and parts that make it deeper.
const DEEP: &[(&str, &str, &str)] = &[
    ("def f(*a): return f\nx = f", "(1,)", "\n"),
    ("x = []\ny = x", "[0]", "\n"),
    ("x = 1\ny = ", "not\t", "x\n"),
    ("x = 1\nif x: pass\n", "elif x: pass\n", ""),
    ("x = 1\ntry: pass\n", "except KeyError: pass\n", ""),
    ("def d(f): return f\n", "@d\n", "def g(): pass\n"),
    ("x = ", "lambda a, b: ", "1\n"),
    ("p = []\nx = [1 ", "for a, b in p ", "]\n"),
];

#[test]
fn deep_code_is_refused_and_other_code_is_not() {
    let of_size = |count: usize| {
        let parts = DEEP.iter();
        parts.map(move |(start, part, end)| format!("{start}{}{end}", part.repeat(count)))
    };
    for text in of_size(50_000) {
        assert!(refused(&text).contains("PY011"), "{}", &text[..40]);
    }
    // One package of all: its library takes longer than its code.
    assert_eq!(refused(&of_size(100).collect::<String>()), "");
}

#[test]
fn texts_and_comments_have_no_depth() {
    let lines = "  - name: an (item\n".repeat(3_000);
    let comment = "-".repeat(3_000);
    let program = format!(
        "print(\"\"\"{lines}\"\"\" # {comment}\n)\na = 1\nprint(f\"\"\"{lines}{{a}}\"\"\")\n"
    );
    assert_eq!(refused(&program), "");
}
