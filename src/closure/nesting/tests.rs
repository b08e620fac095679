//! Tests of the count of levels and of the stacks derived from it.

use std::sync::Arc;

use crate::analysis::Analysis;
use crate::instrument::instrument;

use super::{Jsx, MAX_LEVELS, levels};

fn count(text: &str) -> usize {
    levels(text, Jsx::No).unwrap()
}

/// Self-nesting constructs: the text around another, and the levels that each takes.
const NESTS: &[(&str, &str, &str)] = &[
    ("arrays", "[", "]"),
    ("parentheses", "(", ")"),
    ("objects", "({a:", "})"),
    ("calls", "f(", ")"),
    ("arrows", "a=>", ""),
    ("asynchronous arrows", "async a => ", ""),
    ("bodies of arrows", "()=>{return ", "}"),
    ("functions", "function(){return ", "}"),
    ("classes", "class{static a=", "}"),
    ("templates", "`${", "}`"),
    ("negations", "!", ""),
    ("complements", "~", ""),
    ("void", "void ", ""),
    ("void on lines", "void\n", ""),
    ("new", "new (", ")"),
    ("conditions", "a?b:", ""),
    ("inner conditions", "a?", ":b"),
    ("assignments", "a=", ""),
    ("powers", "a**", ""),
    ("sums", "a+", ""),
    ("sums on lines", "a\n+\n", ""),
    ("members", "", ".a"),
    ("members on lines", "", "\n.a"),
    ("members of numbers", "", "[0]"),
    ("chains of calls", "", "()"),
    ("optional calls", "", "?.()"),
    ("nullish", "a??", ""),
];

/// Statements that nest without brackets.
const STATEMENTS: &[(&str, &str)] = &[
    ("if", "if(a)"),
    ("if with commas", "if(a)b,c;else "),
    ("if with blocks", "if(a){}else "),
    ("if on lines", "if(a)\nb\nelse\n"),
    ("if with a pattern", "if(a)/[`]/;else "),
    ("if between wide spaces", "if(a)b;else\u{a0}"),
    ("while", "while(a)"),
    ("for", "for(;;)"),
    ("labels", "a:b:c:if(a)d,e;else "),
    ("blocks", "{"),
    ("functions", "function f(){"),
];

fn nested(open: &str, close: &str, count: usize) -> String {
    format!("x = {}a{}", open.repeat(count), close.repeat(count))
}

#[test]
fn every_level_is_counted() {
    for (name, open, close) in NESTS {
        let found = count(&nested(open, close, 500));
        assert!((500..=2500).contains(&found), "{name}: {found}");
    }
    for (name, open) in STATEMENTS {
        let found = count(&open.repeat(500));
        assert!((500..=5000).contains(&found), "{name}: {found}");
    }
    let types = [
        "keyof ",
        "readonly\n",
        "A<b, ",
        "a extends b ? c : ",
        "() => ",
    ];
    for open in types {
        let found = count(&format!("type T = {}", open.repeat(500)));
        assert!(found >= 500, "{open}: {found}");
    }
}

#[test]
fn siblings_are_not_nested() {
    let table = [
        "a.b(c + d);\n",
        "a.b(c + d)\n",
        "if (a) { b() }\n",
        "if (a) { b() } else { c() }\n",
        "const a = { b: [c, `d${e}f`], g: () => h };\n",
        "const a = b ? c : d\n",
        "for (const a of b) if (c < d) { e() }\n",
        "function f(a: A<B, C>, b = c / d) { return /[\"`]/.test(a) }\n",
        "class A { a = 1; b() {} get c() { return 1 } }\n",
        "// don't (\n/* it's [ */ a = \"(((\" + '[[['\n",
        "switch (a) { case 1: b(); break; default: c() }\n",
        "try { a() } catch (e) { b() } finally { c() }\n",
        "x++\ny--\n",
        "export const z = `(((${a}[[[`\n",
    ];
    for line in table {
        let found = count(&line.repeat(500));
        assert!(found < 20, "{line}: {found}");
    }
    assert!(count(&format!("x = [{}]", "{ a: 1 < 2, b: -c.d },".repeat(500))) < 20);
}

/// Text that only resembles a string, a template or a comment must still count.
#[test]
fn no_syntax_hides_nesting() {
    let deep = "[".repeat(500);
    let beginnings = [
        "x = /`/; ",
        "x = /[/`]/; ",
        "if (a) /`/; ",
        "{} /`/; ",
        "x = {} / 1 + '/`'; ",
        "x = yield /`/; ",
        "x = `${'`'}`; ",
        "x = '\\\n`'; ",
        "x = a.if / 1; '/`'; ",
        "// `\n",
        "/* ` */ ",
        "#!/usr/bin/env `\n",
    ];
    for beginning in beginnings {
        let found = count(&format!("{beginning}{deep}"));
        assert!(found >= 500, "{beginning}: {found}");
    }
    let jsx = format!("x = <p>it's ` </p>; y = {deep}; z = <p>`</p>");
    assert!(levels(&jsx, Jsx::Yes).unwrap() >= 500);
}

#[test]
fn excess_nesting_is_refused_at_its_position() {
    let text = format!("x = {}", "[".repeat(MAX_LEVELS));
    assert_eq!(
        levels(&text, Jsx::No).map_err(|it| &text[it.offset..=it.offset]),
        Err("[")
    );
    assert!(count(&"x = [1];\n".repeat(MAX_LEVELS)) < 10);
}

/// The largest accepted nesting of each kind passes all recursive code, on a thread with a small
/// stack.
#[test]
fn the_stack_is_large_enough_for_the_deepest_accepted_text() {
    let statements = STATEMENTS.iter().map(|(name, open)| {
        let close = if open.ends_with('{') { "}" } else { "" };
        (*name, "", *open, close)
    });
    let nests = NESTS
        .iter()
        .map(|(name, open, close)| (*name, "x = ", *open, *close));
    for (name, begin, open, close) in statements.chain(nests) {
        let text = |count: usize| format!("{begin}{}a{}", open.repeat(count), close.repeat(count));
        let each = (count(&text(200)) - count(&text(100))) as f64 / 100.0;
        let text: Arc<str> = text((MAX_LEVELS as f64 / each) as usize - 10).into();
        let found = count(&text);
        assert!(found > MAX_LEVELS - 100, "{name}: {found}");
        let work = move || {
            if let Ok(analysis) = Analysis::new("a.js", text, None) {
                instrument(&analysis);
            }
        };
        let thread = std::thread::Builder::new().stack_size(512 << 10);
        thread
            .spawn(work)
            .unwrap()
            .join()
            .unwrap_or_else(|_| panic!("{name}"));
    }
}
