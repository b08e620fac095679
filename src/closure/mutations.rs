//! Mutation tests: programs with changed tokens and bytes go through analysis and instrumentation.
//!
//! `PROPTEST_CASES=1000000 cargo test -p lumi-closure mutations` runs more cases.

use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use deno_ast::{ModuleSpecifier, TypeStripOptions};
use proptest::prelude::*;

use super::analysis::Analysis;
use super::instrument::{LineColumns, OPEN, instrument, original};

/// The test programs as JavaScript, split into approximate tokens.
static PROGRAMS: LazyLock<Vec<Vec<String>>> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    for folder in ["tests/programs/closures", "src/host/closures/cases"] {
        sources(&root.join(folder), &mut files);
    }
    files.sort();
    let texts = files.iter().map(|it| std::fs::read_to_string(it).unwrap());
    // A file with several programs is split.
    let parts: Vec<String> = texts
        .flat_map(|it| it.split("//# ").map(str::to_owned).collect::<Vec<_>>())
        .collect();
    parts
        .iter()
        .filter_map(|it| javascript(it))
        .map(|it| tokens(&it))
        .collect()
});

/// Replacements for tokens: everything that begins, ends or marks a construct.
const SNIPPETS: &[&str] = &[
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ",",
    ";",
    ":",
    "=>",
    "=",
    "...",
    "?.",
    "`",
    "${",
    "'",
    "/",
    "#x",
    ".",
    "*",
    "\n",
    "this",
    "super",
    "super()",
    "arguments",
    "new.target",
    "import.meta",
    "import('./a.js')",
    "eval('1')",
    "async ",
    "await ",
    "yield ",
    "function ",
    "function*",
    "class ",
    "class { #x = () => this.#x }",
    "static ",
    "static {",
    "get x()",
    "set x(v)",
    "extends ",
    "let n = 0;",
    "n++",
    "const ",
    "var ",
    "for (let i of []) ",
    "while (0) ",
    "switch (n) { case () => n++: }",
    "try {} catch (e) { () => e++ }",
    "label: ",
    "() => n++",
    "(n) => () => ++n",
    "async () => this",
    "({ m() { return () => super.m(); } })",
    "{ a, b: [c = () => c++] }",
    "= () => this",
    "export default ",
    "export ",
    "// é\n",
    "/* \u{2028} */",
    "\u{1d54f}",
    "'\u{0}'",
    "<!--",
    "0n",
    "with (a) ",
];

#[derive(Clone, Debug)]
enum Change {
    Insert(&'static str),
    Replace(&'static str),
    Delete(usize),
    Repeat(usize),
    /// Tokens of the same program or another one.
    Graft {
        program: usize,
        from: usize,
        length: usize,
    },
    /// Replaces one character.
    Character(char),
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        3 => prop::sample::select(SNIPPETS).prop_map(Change::Insert),
        3 => prop::sample::select(SNIPPETS).prop_map(Change::Replace),
        2 => (1usize..12).prop_map(Change::Delete),
        1 => (1usize..30).prop_map(Change::Repeat),
        3 => (any::<usize>(), any::<usize>(), 1usize..60)
            .prop_map(|(program, from, length)| Change::Graft { program, from, length }),
        1 => any::<char>().prop_map(Change::Character),
    ]
}

fn changed(program: usize, changes: &[(usize, Change)]) -> String {
    let all = &*PROGRAMS;
    let mut tokens = all[program % all.len()].clone();
    for (at, change) in changes {
        let at = at % (tokens.len() + 1);
        let upto = |length: usize| (at + length).min(tokens.len());
        match change {
            Change::Insert(text) => tokens.insert(at, (*text).to_owned()),
            Change::Replace(text) => {
                let end = upto(1);
                tokens.splice(at..end, [(*text).to_owned()]);
            }
            Change::Delete(length) => {
                let end = upto(*length);
                tokens.drain(at..end);
            }
            Change::Repeat(length) => {
                let again = tokens[at..upto(*length)].to_vec();
                tokens.splice(at..at, again);
            }
            Change::Graft {
                program,
                from,
                length,
            } => {
                let other = &all[program % all.len()];
                let from = from % (other.len() + 1);
                let end = (from + length).min(other.len());
                tokens.splice(at..at, other[from..end].iter().cloned());
            }
            Change::Character(character) => {
                if let Some(token) = tokens.get_mut(at) {
                    *token = character.to_string();
                }
            }
        }
    }
    tokens.concat()
}

proptest! {
    // The printed seed reproduces a failure; no file is written.
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn changed_programs_are_analysed_without_panic(
        program in any::<usize>(),
        changes in prop::collection::vec((any::<usize>(), change()), 0..6),
    ) {
        let code: Arc<str> = changed(program, &changes).into();
        // No program contains the opening marker.
        prop_assume!(!code.contains(OPEN));
        let Ok(analysis) = Analysis::new("a.js", Arc::clone(&code), None) else {
            return Ok(());
        };
        for unit in &analysis.units {
            let (line, column) = analysis.original_position(unit.span.start);
            analysis.unit_at(line, column);
        }
        if let Some(result) = instrument(&analysis) {
            prop_assert_eq!(original(&result), &*code);
            let again = Analysis::new("a.js", result.as_str().into(), None);
            prop_assert!(again.is_ok(), "{:?}\n{}\n{}", again.err(), code, result);
            for line in result.lines() {
                LineColumns::of(line).original(line.len());
            }
        }
    }
}

/// Unchanged programs must pass; otherwise the mutations test nothing.
#[test]
fn the_programs_are_programs() {
    let count = PROGRAMS.len();
    assert!(count > 100, "{count}");
    let mut added = 0;
    for tokens in &*PROGRAMS {
        let code = tokens.concat();
        let analysis = Analysis::new("a.js", code.as_str().into(), None);
        if let Some(result) = instrument(&analysis.unwrap()) {
            assert_eq!(original(&result), code);
            added += 1;
        }
    }
    assert!(added > 10, "{added}");
}

fn sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.extension() {
            _ if path.is_dir() => sources(&path, files),
            Some(it) if it == "ts" => files.push(path),
            _ => {}
        }
    }
}

fn javascript(text: &str) -> Option<String> {
    let url = ModuleSpecifier::parse("file:///a.ts").unwrap();
    let options = || TypeStripOptions { module: Some(true) };
    // The first line of a case is its title.
    let body = text.split_once('\n').map_or(text, |(_, body)| body);
    [text, body]
        .into_iter()
        .filter_map(|it| deno_ast::type_strip(&url, it.to_owned(), options()).ok())
        .find(|it| Analysis::new("a.js", it.as_str().into(), None).is_ok())
}

/// Words, numbers, white space, and single other characters.
fn tokens(text: &str) -> Vec<String> {
    let kind = |it: char| match it {
        it if it.is_alphanumeric() || "_$".contains(it) => 1,
        it if it.is_whitespace() => 2,
        _ => 0,
    };
    let mut tokens: Vec<String> = Vec::new();
    let mut last = 0;
    for character in text.chars() {
        let now = kind(character);
        match tokens.last_mut() {
            Some(token) if now != 0 && now == last => token.push(character),
            _ => tokens.push(character.to_string()),
        }
        last = now;
    }
    tokens
}
