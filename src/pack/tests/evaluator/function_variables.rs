//! Generated programs with `var` in all places: what is packed does what the source does.

use std::fmt::Write as _;

use proptest::prelude::*;

use super::engine::Engine;
use crate::tests::{Texts, built, compiled};
use crate::verify;

const NAMES: [&str; 4] = ["a", "b", "c", "d"];

/// Functions are logged without their text, which is formatted in the package.
const PLAIN: &str = "const plain = (it) => typeof it === \"function\" ? \"function\" : Array.isArray(it) ? it.map((part) => plain(part)) : it;\n";

/// Writes a program that bytes choose. Loops end, because nothing assigns to their counters.
struct Writer<'b> {
    choices: std::slice::Iter<'b, u8>,
    text: String,
    counters: usize,
}

impl Writer<'_> {
    fn choose(&mut self, below: u8) -> u8 {
        self.choices.next().map_or(0, |it| it % below)
    }

    fn name(&mut self) -> &'static str {
        NAMES[usize::from(self.choose(4))]
    }

    fn value(&mut self) -> String {
        match self.choose(4) {
            0 => self.choose(10).to_string(),
            1 => self.name().to_owned(),
            2 => format!("(Number.isInteger({0}) ? {0} : 0) + 1", self.name()),
            _ => format!("[{}, {}]", self.name(), self.choose(9)),
        }
    }

    fn block(&mut self, depth: u8) {
        self.text.push_str("{\n");
        for _ in 0..=self.choose(3) {
            self.statement(depth + 1);
        }
        self.text.push_str("}\n");
    }

    fn head(&mut self, head: &str, depth: u8) {
        self.text.push_str(head);
        self.block(depth);
    }

    fn statement(&mut self, depth: u8) {
        let (name, other) = (self.name(), self.name());
        let value = self.value();
        let kinds = if depth < 4 { 18 } else { 9 };
        let line = match self.choose(kinds) {
            0 => format!("var {name} = {value};"),
            1 => format!("var {name};"),
            2 => format!("var {name} = {value}, {other}, e = {name};"),
            3 => format!("var [{name}, {other} = {value}] = [1];"),
            4 => format!("var {{ p: {name}, ...{other} }} = {{ p: {value}, q: 2 }};"),
            5 => format!("{name} = {value};"),
            6 => format!("later.push(() => {name});"),
            7 => format!("console.log(plain({name}), plain({other}));"),
            8 => format!(
                "switch ({name}) {{ case 1: var {other} = 3; default: var {name} = {value}; }}"
            ),
            9 => {
                self.counters += 1;
                let counter = format!("i{}", self.counters);
                let head = format!(
                    "for (var {counter} = 0, {name} = {value}; {counter} < 3; {counter}++) "
                );
                self.head(&head, depth);
                format!("console.log({counter});")
            }
            10 => {
                self.head(&format!("for (var {name} of [{value}, 2]) "), depth);
                String::new()
            }
            11 => {
                self.head(&format!("for (var {name} in {{ p: 1, q: 2 }}) "), depth);
                String::new()
            }
            12 => {
                self.head(
                    &format!("for (var [{name}, {other}] of [[1, 2], [{value}]]) "),
                    depth,
                );
                String::new()
            }
            13 => {
                self.head("try ", depth);
                self.head("finally ", depth);
                format!(
                    "try {{ throw {value}; }} catch (e) {{ var e = 5, {name} = e; console.log(plain(e)); }}"
                )
            }
            14 => {
                self.head(&format!("if ({name}) "), depth);
                self.head("else ", depth);
                String::new()
            }
            15 => {
                self.head(&format!("(function ({name}, {other}x = {name}) "), depth);
                format!(")({value});")
            }
            16 => {
                self.head("(() => ", depth);
                ")();".to_owned()
            }
            _ => {
                self.head(&format!("(function {name}() "), depth);
                ")();".to_owned()
            }
        };
        let _ = writeln!(self.text, "{line}");
    }
}

/// Variables are used before the line that declares them.
fn program(bytes: &[u8]) -> String {
    let mut writer = Writer {
        choices: bytes.iter(),
        text: format!("const later = [];\n{PLAIN}"),
        counters: 0,
    };
    while writer.choices.len() > 0 {
        writer.statement(0);
    }
    let end = "console.log([a, b, c, d, e].map((it) => plain(it)));\nconsole.log(later.map((it) => plain(it())));\nvar a, b, c, d, e;\n";
    writer.text + end
}

#[test]
fn variables_of_functions_do_what_they_do_in_the_source() {
    let engine = std::cell::RefCell::new(Engine::new());
    let config = ProptestConfig {
        cases: 1_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    proptest!(config, |(bytes in prop::collection::vec(any::<u8>(), 4..120))| {
        let source = program(&bytes);
        let files = |text: &str| Texts::of(&[("index.js", text)]);
        let first = crate::compile("index.js", &mut files(&source));
        let first = first.map_err(|problems| TestCaseError::fail(format!("{problems:?}: {source}")))?;
        let pack = verify(&built(&first).bytes).unwrap();
        let code = &pack.scripts()[0].code;
        let expected = engine.borrow_mut().run(&source);
        prop_assert_eq!(engine.borrow_mut().run(code), expected, "{}\n{}", source, code);
        let raised = &pack.sources()[0].1;
        let again = built(&compiled(&mut Texts::of(&[("index.ts", raised)])).unwrap());
        prop_assert_eq!(&again.manifest.code, &pack.manifest.code, "{}", raised);
    });
}
