//! Code that LumiPy does not have is refused, with positions.

use super::packed_text;

fn refused(text: &str) -> String {
    let problems = packed_text(text).err().unwrap_or_default();
    let shown = problems.iter().map(ToString::to_string);
    shown.collect::<Vec<_>>().join("\n")
}

#[test]
fn places_and_codes_are_said() {
    for (text, expected) in [
        (
            "a = (1,\n",
            "main.py:2:1: unexpected EOF while parsing (PY001)",
        ),
        (
            "x = '\\N{BULLET}'\n",
            "main.py:1:9: the escape sequence is no character (PY001)",
        ),
        (
            "with x as y:\n    pass\n",
            "main.py:1:1: LumiPy has no `with` (PY002)",
        ),
        (
            "async def f():\n    pass\n",
            "main.py:1:1: LumiPy has no `async` (PY002)",
        ),
        (
            "x = 1\nmatch x:\n    case 1:\n        pass\n",
            "main.py:2:1: LumiPy has no `match` (PY002)",
        ),
        (
            "x = 1\ndel x\n",
            "main.py:2:5: LumiPy has no `del` of names (PY002)",
        ),
        (
            "print('ä', b'x')\n",
            "main.py:1:12: LumiPy has no bytes (PY003)",
        ),
        (
            "import os\n",
            "main.py:1:8: LumiPy has no module `os` (PY004)",
        ),
        (
            "from json import load\n",
            "main.py:1:18: LumiPy has no `load` of `json` (PY004)",
        ),
        (
            "print(unknown)\n",
            "main.py:1:7: `unknown` is not defined (PY005)",
        ),
        ("open('a')\n", "main.py:1:1: LumiPy has no `open` (PY005)"),
        (
            "@x\nclass A:\n    pass\n",
            "main.py:1:1: LumiPy has no decorator like this (PY006)",
        ),
        (
            "class A(int, str):\n    pass\n",
            "main.py:1:14: LumiPy has no classes that extend several (PY007)",
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
            "import lumi\nif True:\n    lumi.export('a', 1)\n",
            "main.py:3:5: outputs are exported at the top of the program alone (PY009)",
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
    for (start, part, end) in DEEP {
        let of_size = |count: usize| format!("{start}{}{end}", part.repeat(count));
        assert!(refused(&of_size(50_000)).contains("PY011"), "{part}");
        assert_eq!(refused(&of_size(100)), "", "{part}");
    }
}

#[test]
fn texts_and_comments_have_no_depth() {
    let lines = "  - name: an (item\n".repeat(3_000);
    let comment = "-".repeat(3_000);
    assert_eq!(
        refused(&format!("print(\"\"\"{lines}\"\"\" # {comment}\n)\n")),
        ""
    );
    assert_eq!(
        refused(&format!("a = 1\nprint(f\"\"\"{lines}{{a}}\"\"\")\n")),
        ""
    );
}
