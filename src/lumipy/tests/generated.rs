//! Generated programs print the same in CPython and in LumiPy.

use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;

use super::test_share::TestShare;
use super::{cpython, engine, packed_text};

/// The number of blocks. One program has all of them that are in the share which `LUMI_TEST_SHARE` names.
const BLOCKS: usize = 400;

/// Makes code of bytes.
struct Source<'b> {
    bytes: &'b [u8],
    at: usize,
}

const VALUES: &[&str] = &[
    "0",
    "1",
    "-1",
    "2",
    "7",
    "-3",
    "100",
    "1099511627776",
    "0.5",
    "-2.5",
    "3.0",
    "1e20",
    "-0.0",
    "1e-7",
    "0.1",
    "\"\"",
    "\"a\"",
    "\"abc\"",
    "\"Hello, World\"",
    "\"äöü😀\"",
    "\" x  y \"",
    "\"3\"",
    "\"it's\"",
    "True",
    "False",
    "None",
    "[]",
    "[1, 2, 3]",
    "[\"b\", \"a\"]",
    "[0.5, 2]",
    "()",
    "(1, 2)",
    "(\"x\",)",
    "{}",
    "{\"k\": 1, \"a\": [2]}",
    "{1: \"one\", 2.5: None}",
    "[[1, 2], [3]]",
    "range(4)",
    "range(5, 0, -2)",
];

const BINARY: &[&str] = &[
    "+", "-", "*", "/", "//", "%", "&", "|", "^", "==", "!=", "<", "<=", ">", ">=", "in", "not in",
    "and", "or", "is",
];

const FUNCTIONS: &[&str] = &[
    "len",
    "str",
    "repr",
    "bool",
    "list",
    "tuple",
    "abs",
    "sum",
    "min",
    "max",
    "sorted",
    "int",
    "float",
    "round",
    "any",
    "all",
    "dict",
    "iter_list",
    "rev_list",
    "type_name",
    "pairs",
];

const METHODS: &[&str] = &[
    "upper()",
    "lower()",
    "title()",
    "strip()",
    "split()",
    "split(\"a\")",
    "replace(\"a\", \"bb\")",
    "find(\"l\")",
    "count(\"a\")",
    "startswith(\"a\")",
    "zfill(6)",
    "center(9, \"*\")",
    "capitalize()",
    "isdigit()",
    "isalpha()",
    "splitlines()",
    "rsplit(None, 1)",
    "partition(\"l\")",
    "swapcase()",
    "ljust(5)",
    "index(1)",
    "copy()",
    "items()",
    "keys()",
    "values()",
    "get(\"k\")",
    "get(1, 0)",
    "join([\"x\", \"y\"])",
    "append(1)",
    "pop()",
    "reverse()",
    "is_integer()",
    "bit_length()",
    "rjust(4, \"-\")",
    "index(\"a\")",
    "removeprefix(\"a\")",
    "isupper()",
    "isspace()",
    "encode_nothing()",
    "lstrip(\"H\")",
    "rstrip(\"c\")",
];

const SPECS: &[&str] = &[
    "", ":>8", ":<8", ":^9", ":*^9", ":05d", ":.2f", ":,", ":+", ":x", ":.3", ":e", ":g", ":.1%",
    ":10.3f", "!r", "!s", "!r:>12", ":08.2f", ":_", ":b", ":#x", ":.0f", ":<+9.1f", ":,.2f", ":G",
    ":12,d", ": d",
];

const SUBSCRIPTS: &[&str] = &[
    "[0]", "[-1]", "[1]", "[5]", "[1:]", "[:-1]", "[::-1]", "[::2]", "[2:0:-1]", "[-2:]",
    "[\"k\"]", "[None]", "[1.0]", "[True]",
];

impl Source<'_> {
    fn next(&mut self) -> usize {
        let byte = self.bytes.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        usize::from(byte)
    }

    fn pick<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.next() % of.len()]
    }

    fn variable(&mut self) -> String {
        self.pick(&["a", "b", "c"]).to_owned()
    }

    fn expression(&mut self, depth: usize) -> String {
        if depth == 0 || self.at > self.bytes.len() {
            return match self.next() % 3 {
                0 => self.variable(),
                _ => self.pick(VALUES).to_owned(),
            };
        }
        let deeper = depth - 1;
        match self.next() % 16 {
            0 | 1 => self.pick(VALUES).to_owned(),
            2 => self.variable(),
            3..=6 => {
                let left = self.expression(deeper);
                let operator = self.pick(BINARY);
                format!("({left} {operator} {})", self.expression(deeper))
            }
            7 => format!(
                "({}{})",
                self.pick(&["-", "+", "not ", "~"]),
                self.expression(deeper)
            ),
            8 | 9 => format!("{}({})", self.pick(FUNCTIONS), self.expression(deeper)),
            10 | 11 => format!("({}).{}", self.expression(deeper), self.pick(METHODS)),
            12 => format!("({}){}", self.expression(deeper), self.pick(SUBSCRIPTS)),
            13 => {
                let field = self.expression(deeper).replace('"', "'");
                let quoted = field.contains(['\\', '{', '\'']);
                let field = if quoted { self.variable() } else { field };
                format!("f\"<{{{field}{}}}>\"", self.pick(SPECS))
            }
            14 => {
                let element = self.expression(0);
                let source = self.expression(deeper);
                let test = self.expression(0);
                format!("[({element}, v) for v in {source} if {test} != v]")
            }
            _ => {
                let test = self.expression(deeper);
                let then = self.expression(deeper);
                format!("({then} if {test} else {})", self.expression(deeper))
            }
        }
    }

    /// Statements that print, indented.
    fn statements(&mut self, indent: &str, depth: usize, found: &mut String) {
        for _ in 0..=self.next() % 3 {
            let line = match self.next() % 9 {
                0..=2 => format!("{} = {}", self.variable(), self.expression(2)),
                3 => format!(
                    "{} {} {}",
                    self.variable(),
                    self.pick(&["+=", "-=", "*="]),
                    self.pick(&["1", "2", "\"x\"", "[1]", "0.5"])
                ),
                4 if depth > 0 => {
                    let test = self.expression(1);
                    found.push_str(&format!("{indent}if {test}:\n"));
                    self.statements(&format!("{indent}    "), depth - 1, found);
                    found.push_str(&format!("{indent}else:\n"));
                    self.statements(&format!("{indent}    "), depth - 1, found);
                    continue;
                }
                5 if depth > 0 => {
                    found.push_str(&format!(
                        "{indent}for {} in {}:\n",
                        self.variable(),
                        self.expression(1)
                    ));
                    self.statements(&format!("{indent}    "), 0, found);
                    continue;
                }
                6 if depth > 0 => {
                    found.push_str(&format!("{indent}try:\n"));
                    self.statements(&format!("{indent}    "), depth - 1, found);
                    found.push_str(&format!("{indent}except (TypeError, LookupError):\n"));
                    self.statements(&format!("{indent}    "), 0, found);
                    continue;
                }
                _ => format!("show({})", self.expression(3)),
            };
            found.push_str(&format!("{indent}{line}\n"));
        }
    }
}

const PRELUDE: &str = "
def show(value):
    text = repr(value)
    if not text.startswith('<'):
        print(text[:2000])
def iter_list(v): return [x for x in v]
def rev_list(v): return list(reversed(v))
def type_name(v): return type(v).__name__
def pairs(v): return list(enumerate(v))
";

fn block(number: usize, bytes: &[u8]) -> String {
    let mut source = Source { bytes, at: 0 };
    let mut text = format!("def block_{number}():\n");
    for name in ["a", "b", "c"] {
        text.push_str(&format!("    {name} = {}\n", source.pick(VALUES)));
    }
    source.statements("    ", 2, &mut text);
    text.push_str(&format!(
        "    show((a, b, c))\nprint('# {number}')\ntry:\n    block_{number}()\nexcept Exception as e:\n    print('!', type(e).__name__)\n"
    ));
    text
}

/// Programs of `blocks` blocks each, always the same ones.
pub fn programs(count: usize, blocks: usize) -> Vec<String> {
    let mut runner = TestRunner::deterministic();
    let strategy = prop::collection::vec(any::<u8>(), 10..80);
    let mut next = |number| {
        let bytes = strategy.new_tree(&mut runner).unwrap().current();
        block(number, &bytes)
    };
    let programs = (0..count).map(|_| {
        let blocks: Vec<String> = (0..blocks).map(&mut next).collect();
        format!("{PRELUDE}{}", blocks.concat())
    });
    programs.collect()
}

/// The part of an output that a block has printed.
fn part(output: &str, number: usize) -> &str {
    let start = format!("# {number}\n");
    let from = output
        .find(&start)
        .map_or(output.len(), |at| at + start.len());
    let rest = &output[from..];
    &rest[..rest
        .find(&format!("# {}\n", number + 1))
        .unwrap_or(rest.len())]
}

#[test]
fn generated_programs_print_what_cpython_prints() {
    if !cpython::is_there() {
        return;
    }
    let mut runner = TestRunner::deterministic();
    let strategy = prop::collection::vec(any::<u8>(), 10..80);
    let inputs: Vec<Vec<u8>> = (0..BLOCKS)
        .map(|_| strategy.new_tree(&mut runner).unwrap().current())
        .collect();
    let share = TestShare::of_this_run();
    let positions = (0..BLOCKS).filter(|it| share.has(*it));
    let blocks: Vec<String> = positions
        .enumerate()
        .map(|(number, position)| block(number, &inputs[position]))
        .collect();
    let count = blocks.len();
    let program = format!("{PRELUDE}{}print('# {count}')\n", blocks.concat());
    let expected = cpython::run(&program).unwrap();
    let pack = packed_text(&program).unwrap_or_else(|it| panic!("{it:#?}\n{program}"));
    let found = engine::run(&pack);
    let mut wrong = Vec::new();
    let mut judged = 0;
    for (number, block) in blocks.iter().enumerate() {
        let (found, expected) = (part(&found, number), part(&expected, number));
        // Integers of more than 53 bits are LumiPy's own error.
        if found.contains("! OverflowError") {
            continue;
        }
        judged += 1;
        if found != expected {
            wrong.push(format!("{block}\nlumi:\n{found}\ncpython:\n{expected}"));
        }
    }
    assert!(judged * 10 > count * 9, "{judged}");
    assert!(
        wrong.is_empty(),
        "{} of {judged}\n{}",
        wrong.len(),
        wrong.join("\n----\n")
    );
}
