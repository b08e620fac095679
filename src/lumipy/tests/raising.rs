//! Raised Python is the program: lowered again, it has the same code.

use std::collections::HashMap;

use lumi_pack::il::{ExprKind, StatementKind};
use lumi_pack::{PackKind, SourceProblem};

use super::ruff::unformatted;
use super::{Texts, cpython, pack_of, packed};

/// The Python of a program.
fn raised(files: &[(&str, &str)]) -> Result<HashMap<String, String>, Vec<SourceProblem>> {
    let pack = packed(&mut Texts::of(files)).unwrap_or_else(|problems| panic!("{problems:?}"));
    crate::raise(&pack, &[]).map(|it| it.into_iter().collect())
}

fn raised_text(text: &str) -> String {
    let files = raised(&[("main.py", text)]);
    let files = files.unwrap_or_else(|problems| panic!("{problems:?}\n{text}"));
    files["main.py"].clone()
}

/// Programs that are formatted, and have nothing that LumiIL does not keep.
const FORMATTED: &[&str] = &[
    r#"import lumi
from lumi.std import fs


class Greeting(lumi.ComponentResource):
    def __init__(self, name, greeted, opts=None):
        super().__init__("demo:index:Greeting", name, {"greeted": greeted}, opts)
        self.file = fs.File(
            name,
            path=f"out/{name}.txt",
            content=f"Hello, {greeted}!",
            opts=lumi.ResourceOptions(parent=self),
        )
        self.path = self.file.path
        self.register_outputs({"path": self.path})


name = lumi.Config().require("name")
greetings = [
    Greeting(f"greeting-{index}", who) for index, who in enumerate([name, "you"])
]
lumi.export("paths", [it.path for it in greetings])
lumi.export("first", f"{greetings[0].path} greets {name}")
"#,
    r#"import json
import math


class Shape:
    sides = 0

    def __init__(self, size, *, color="red"):
        self.size = size
        self.__color = color

    @property
    def color(self):
        return self.__color

    @color.setter
    def color(self, value):
        self.__color = value

    def area(self):
        raise NotImplementedError("area")

    @staticmethod
    def unit():
        return Square(1)

    @classmethod
    def of(cls, size):
        return cls(size)


class Square(Shape):
    sides = 4

    def area(self):
        return self.size**2

    def __repr__(self):
        return f"Square({self.size!r}, {self.color:>{self.sides}})"


def total(shapes, /, scale=1.0, *rest, start=-1, **options):
    result = start
    for index, shape in enumerate(shapes):
        if shape.area() > 10 and not rest:
            result += shape.area() * scale
        elif 0 < index <= 3 or index in (7, 8):
            continue
        else:
            options["last"] = index
            break
    while result > 100:
        result //= 2
    return result, options


count = 0


def next_count():
    global count
    count += 1
    return count


def counter():
    value = 0

    def step(by=1):
        nonlocal value
        value += by
        return value

    return step


first, *others = [Square(it) for it in range(5) if it % 2 == 0]
sizes = {it.size: it.area() for it in others}
names = {str(it) for it in sizes}
key = lambda it, down=False: -it if down else it
best = max((it.area() for it in others), default=None)
print(first, sizes[2], names, key(1, down=True), best or "none", math.pi, sep=" ")
print(
    json.dumps({"a": [1, 2.5, None, True], **{"b": "it's"}}), others[1:], others[::-1]
)
try:
    Shape(1).area()
except (NotImplementedError, ValueError) as error:
    print("failed", error)
except KeyError:
    raise
finally:
    print("done")
assert total([], 2) is not None, "no total"
step = counter()
step(by=2)
del sizes[2]
"#,
    r#"def numbers():
    got = yield 1
    for it in (yield 2):
        print(it)
    if (yield 3):
        print("yes")
    while (yield 4):
        print("again")
    got += yield 5
    yield
    return (yield got)


def failing():
    raise (yield)


values = [1, 2, 3, 4]
index = 1
values[1:3] += [5]
values[index + 1] += 2
print(numbers, failing, values)
"#,
    r#"total = sum(
    first_number * second_number
    for first_number in range(100)
    for second_number in range(first_number)
    if second_number % 2
)
print(total, sum(it for it in range(3)))
"#,
    r#"size = 5
print(f'{size:">10}|{size:\n<5}|{size:\x7b<{size}}')
print(f"{size:'>10}|{size:\\<7}")
"#,
    r#"import math as math_2

math = 1
math_1 = math_2.pi
print(math, math_1)
"#,
];

#[test]
fn formatted_programs_are_raised_as_they_are() {
    for text in FORMATTED {
        assert_eq!(raised_text(text), *text);
        assert_eq!(unformatted(text), None);
    }
}

/// Each import has a name that is neither that of another one nor that of a builtin.
#[test]
fn imports_have_names_of_their_own() {
    let files = [
        (
            "main.py",
            "import a\nimport b\nimport shapes\nprint(a.make(), b.make(), shapes.list(), list(\"ab\"))\n",
        ),
        ("a.py", "def make():\n    return 1\n"),
        ("b.py", "def make():\n    return 2\n"),
        ("shapes.py", "def list():\n    return 3\n"),
    ];
    let files = raised(&files).unwrap_or_else(|problems| panic!("{problems:?}"));
    assert_eq!(
        files["main.py"],
        "from a import make\nfrom b import make as make_1\nfrom shapes import list as list_1\n\n\
         print(make(), make_1(), list_1(), list(\"ab\"))\n"
    );
}

/// Modules in JavaScript become TypeScript, under whose names they are imported.
#[test]
fn modules_in_javascript_are_kept() {
    let files = [
        ("main.py", "from shapes import double\n\nprint(double(4))\n"),
        (
            "shapes.ts",
            "import { factor } from \"./sizes.js\";\nexport function double(of: number): number { return of * factor; }\n",
        ),
        ("sizes.js", "export const factor = 2;\n"),
    ];
    let raised = raised(&files).unwrap_or_else(|problems| panic!("{problems:?}"));
    assert_eq!(raised["main.py"], files[0].1);
    assert_eq!(raised["sizes.ts"], files[2].1);
    assert!(raised["shapes.ts"].contains("./sizes.js"), "{raised:?}");
}

/// The library of a package could do something else than that of lumi, whose code is not raised.
#[test]
fn packages_with_another_library_are_refused() {
    let text = "import json\n\nprint(json.loads(\"[1]\"))\n";
    let mut files = Texts::of(&[("main.py", text)]);
    let mut compiled = crate::compile("main.py", &mut files).unwrap();
    let same = crate::raise(&pack_of(&compiled, PackKind::Executable), &[]).unwrap();
    assert_eq!(same, [("main.py".to_owned(), text.to_owned())]);
    let mut modules = compiled.modules.iter_mut().map(|it| &mut it.module);
    let parser = modules.find(|it| it.name == "lumipy/json_parser").unwrap();
    let mut numbers = parser.body.iter_mut().filter_map(|it| match &mut it.kind {
        StatementKind::Variable {
            value: Some(value), ..
        } => match &mut value.kind {
            ExprKind::Number(it) => Some(it),
            _ => None,
        },
        _ => None,
    });
    *numbers.next().unwrap() += 1.0;
    let problems = crate::raise(&pack_of(&compiled, PackKind::Executable), &[]).unwrap_err();
    let messages: Vec<&str> = problems.iter().map(|it| it.message.as_str()).collect();
    assert_eq!(
        messages,
        ["the package has another library of LumiPy than this version of lumi"]
    );
}

#[test]
fn libraries_are_refused() {
    let text = "def greet(name: str) -> str:\n    return name\n";
    let mut files = Texts::of(&[("main.py", text)]);
    let compiled = crate::compile_library("main.py", &mut files).unwrap();
    let problems = crate::raise(&pack_of(&compiled, PackKind::Library), &[]).unwrap_err();
    let problem = &problems[0];
    assert_eq!(problem.message, "libraries cannot be raised to Python yet");
    assert_eq!(
        (&*problem.file, problem.line, problem.column),
        ("main.py", 1, 1)
    );
}

/// The programs of the tests that LumiPy cannot say again, and why.
const REFUSED: &[(&str, &str)] = &[
    (
        "collections.py",
        "cannot say the code of this module as it is: at body.",
    ),
    ("dataclasses.py", "cannot say a class that is a value"),
    (
        "errors.py",
        "cannot say the code of this module as it is: at body.",
    ),
    (
        "functions.py",
        "cannot say the code of this module as it is: at body",
    ),
    ("managers.py", "cannot say a call of `enter` of its library"),
    (
        "matching.py",
        "cannot say a call of `matchClass` of its library",
    ),
    ("mixins.py", "cannot say a call of `derived` of its library"),
    ("privacy.py", "is refused: `x2` is not defined"),
];

/// Whether problems are those that are expected; a path into the code has the place of its statement.
fn are_expected(problems: &[SourceProblem], expected: &str) -> bool {
    problems.iter().any(|it| it.message.contains(expected))
}

/// The code of raised programs has been compared already; CPython compares their output.
#[test]
fn programs_are_raised() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs");
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|it| it.unwrap().path())
        .filter(|it| it.extension().is_some_and(|it| it == "py"))
        .collect();
    paths.sort();
    let is_there = cpython::is_there();
    let mut wrong = Vec::new();
    for path in paths {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        let pack = packed(&mut Texts::of(&[("main.py", &text)])).unwrap();
        let refused = REFUSED.iter().find(|it| it.0 == name);
        match (crate::raise(&pack, &[]), refused) {
            (Err(problems), Some((_, expected))) => {
                if !are_expected(&problems, expected) {
                    wrong.push(format!("{name} is refused with {problems:?}"));
                }
            }
            (Ok(files), None) => {
                if is_there && cpython::run(&files[0].1) != cpython::run(&text) {
                    wrong.push(format!("{name} prints something else:\n{}", files[0].1));
                }
                wrong.extend(unformatted(&files[0].1).map(|it| format!("{name}:\n{it}")));
            }
            (Ok(_), Some(_)) => wrong.push(format!("{name} is not refused")),
            (Err(problems), None) => wrong.push(format!("{name}: {}", problems[0])),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn generated_programs_are_raised() {
    for text in super::generated::programs(3, 30) {
        let raised = raised_text(&text);
        assert_eq!(unformatted(&raised), None);
        if cpython::is_there() {
            assert_eq!(cpython::run(&raised), cpython::run(&text), "{raised}");
        }
    }
}
