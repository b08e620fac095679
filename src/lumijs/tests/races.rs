//! Changes that depend on what settles first, whatever way they take.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::found;

const TWO: &str = "import { random } from \"lumi/std\";\nconst make = (k) => new random.Id(k, { byteLength: 1 });\nconst a = make(\"a\"), b = make(\"b\");\n";

#[track_caller]
fn races(text: &str) {
    let text = format!("{TWO}{text}\n");
    let all = found(&text);
    assert!(!all.is_empty(), "{text}");
    assert!(
        all.iter().all(|it| it.starts_with("LJ007")),
        "{text}\n{all:?}"
    );
}

#[track_caller]
fn is_clean(text: &str) {
    let text = format!("{TWO}{text}\n");
    assert_eq!(found(&text), [""; 0], "{text}");
}

/// A counter that is hidden behind each kind of member, and an expression that counts.
const COUNTERS: &[(&str, &str)] = &[
    (
        "class Seq { #n = 0; next() { return ++this.#n; } } const s = new Seq();",
        "s.next()",
    ),
    (
        "class Seq { n = 0; next() { this.n += 1; return this.n; } } const s = new Seq();",
        "s.next()",
    ),
    (
        "class Seq { n = 0; get next() { return this.n++; } } const s = new Seq();",
        "s.next",
    ),
    (
        "class Seq { static n = 0; static next() { return Seq.n++; } }",
        "Seq.next()",
    ),
    (
        "class Base { n = 0; next() { return this.n++; } } class Seq extends Base {} const s = new Seq();",
        "s.next()",
    ),
    (
        "class Seq { n = 0; set add(by) { this.n += by; } } const s = new Seq();",
        "(s.add = 1, s.n)",
    ),
    (
        "const s = { n: 0, next() { return this.n++; } };",
        "s.next()",
    ),
    (
        "const s = { n: 0, get next() { return this.n++; } };",
        "s.next",
    ),
    ("const s = { in: { n: 0 } };", "s.in.n++"),
    ("const s = { n: 0 };", "(s.n = s.n + 1)"),
    (
        "function* count() { let n = 0; while (true) yield n++; } const g = count();",
        "g.next().value",
    ),
    (
        "function* count() { let n = 0; while (true) yield n++; } const g = count();",
        "(([first]) => first)(g)",
    ),
    (
        "const it = [1, 2, 3][Symbol.iterator]();",
        "it.next().value",
    ),
    ("const it = new Set([1, 2]).values();", "it.next().value"),
    (
        "const pool = [1, 2, 3]; const take = () => pool.pop();",
        "take()",
    ),
    ("const pool = { of: [1, 2, 3] };", "pool.of.shift()"),
    (
        "const seen = new Map(); const know = (m, k) => m.set(k, m.size);",
        "know(seen, k)",
    ),
    ("const re = /a/g;", "re.test(\"aa\")"),
    ("const re = /a/y;", "re.exec(\"aa\")"),
    ("const re = /a/y;", "\"aa\".replace(re, k)"),
    ("const re = new RegExp(\"a\", \"g\");", "re.test(\"aa\")"),
    (
        "const s = { order: \"\" }; function note(t, k) { t.order += k; return t.order; }",
        "note(s, k)",
    ),
    (
        "const s = { order: \"\" }; function note(t, k) { t.order += k; return t.order; } const far = (t, k) => note(t, k);",
        "far(s, k)",
    ),
    ("let n = 0; const bump = () => n++;", "bump()"),
    // What is counted is found by what counts, too.
    (
        "const counts = [0];",
        "((i) => { counts[i++] += 1; return counts[0]; })(0)",
    ),
    (
        "const counts = [0];",
        "((i) => { counts[i = 0]++; return counts[0]; })(1)",
    ),
    (
        "const counts = [0];",
        "((of) => { counts[(delete of.i, 0)] += 1; return counts[0]; })({ i: 0 })",
    ),
    (
        "function counter() { let n = 0; return () => n++; } const next = counter();",
        "next()",
    ),
    (
        "function counter() { return counter.n++; } counter.n = 0;",
        "counter()",
    ),
    ("const keys = {};", "(keys[k] = 1)"),
    ("const keys = {};", "Object.assign(keys, { [k]: 1 })"),
    ("const all = [[0]];", "all.at(0).push(k)"),
    ("const all = [{ n: 0 }];", "all.map((it) => it.n++)"),
    (
        "const all = new Map([[\"n\", { n: 0 }]]);",
        "all.get(\"n\").n++",
    ),
];

/// Callbacks that run when something has settled; `$` is what they do.
const CALLBACKS: &str = "export const v = [a, b].map((x) => x.hex.then((k) => $));";

/// Ways in which code runs twice, each time when something has settled; `$` is what it does.
const TWICE: &[&str] = &[
    CALLBACKS,
    "export const v = [a.hex.then((k) => $), b.hex.then((k) => $)];",
    "const later = (k) => $; export const v = [a.hex.then(later), b.hex.then(later)];",
    "const v = []; for (const x of [a, b]) v.push(x.hex.then((k) => $)); export { v };",
    "async function later(x) { const k = await x.hex; return $; } export const v = [later(a), later(b)];",
    "export const v = await Promise.all([a, b].map(async (x) => { const k = await x.hex; return $; }));",
    "export const v = [a, b].map((x) => x.hex.apply(function (k) { return $; }));",
    "const inner = (k) => $; export const v = [a, b].map((x) => x.hex.then((k) => [k].map(inner)));",
];

#[test]
fn a_state_behind_members_is_found() {
    for (state, count) in COUNTERS {
        races(&format!("{state}\n{}", CALLBACKS.replace('$', count)));
    }
}

#[test]
fn calls_of_decorators_and_templates_are_calls() {
    let bump = "let n = 0; const bump = (it) => { n++; return it; };";
    for count in [
        "@bump class Seq {}",
        "class Seq { @bump next() {} }",
        "class Seq { @bump get next() { return 1; } }",
        "class Seq { @bump set next(it) {} }",
        "class Seq { @bump next = 1; }",
        "bump`x`",
    ] {
        let later = format!(
            "async function later(x) {{ const k = await x.hex; {count}; return k; }} export const v = [later(a), later(b)];"
        );
        races(&format!("{bump}\n{later}"));
        let early = later.replace("await x.hex; ", "x.hex; ");
        is_clean(&format!("{bump}\n{early}"));
        let own = "const bump = (it) => { let n = 0; n++; return it; };";
        is_clean(&format!("{own}\n{later}"));
    }
}

#[test]
fn a_change_is_one_finding() {
    let late = "const later = (k) => $; export const v = [a.hex.then(later), b.hex.then(later)];";
    let inside = "export const v = [a].map((x) => x.hex.then((k) => $));";
    for (state, count) in COUNTERS {
        for way in [late, inside, CALLBACKS] {
            let text = format!("{TWO}{state}\n{}\n", way.replace('$', count));
            let all = found(&text);
            let once: BTreeSet<_> = all
                .iter()
                .filter_map(|it| it.splitn(3, ' ').nth(2))
                .collect();
            assert_eq!(once.len(), all.len(), "{text}{all:#?}");
        }
    }
    for (text, place) in [
        (
            "const all = []; export const v = [a, b].map((x) => x.hex.then((k) => all.push(k)));",
            "4:70 a change of `all`",
        ),
        (
            "const s = { all: [] }; export const v = [a, b].map((x) => x.hex.then((k) => s.all.push(k)));",
            "4:77 a change of `s.all`",
        ),
    ] {
        assert_eq!(
            found(&format!("{TWO}{text}\n")),
            [format!("LJ007 {place}")],
            "{text}"
        );
    }
}

#[test]
fn activities_of_all_kinds_are_found() {
    let (state, count) = COUNTERS[0];
    for twice in TWICE {
        races(&format!("{state}\n{}", twice.replace('$', count)));
    }
}

#[test]
fn promises_that_several_callbacks_settle_are_found() {
    for text in [
        "export const first = new Promise((r) => { a.hex.then(() => r(\"a\")); b.hex.then(() => r(\"b\")); });",
        "export const first = new Promise((r) => { a.hex.then(r); b.hex.then(r); });",
        "export const first = new Promise((r) => { for (const x of [a, b]) x.hex.then(r); });",
        "export const first = new Promise((r) => { [a, b].map((x) => x.hex.then(r)); });",
        "const { promise, resolve } = Promise.withResolvers(); a.hex.then(() => resolve(1)); b.hex.then(() => resolve(2)); export { promise };",
        "let r; export const first = new Promise((it) => { r = it; }); a.hex.then(() => r(1)); b.hex.then(() => r(2));",
        "const finish = (r, k) => r(k); export const first = new Promise((r) => { a.hex.then((k) => finish(r, k)); b.hex.then((k) => finish(r, k)); });",
    ] {
        races(text);
    }
    for text in [
        "export const one = new Promise((resolve, reject) => { a.hex.then(resolve, reject); });",
        "export const one = new Promise((resolve, reject) => { a.hex.then((it) => resolve(it)).catch((it) => reject(it)); });",
        "export const one = [a, b].map((x) => new Promise((resolve) => { x.hex.then(resolve); }));",
        "const all = []; for (const x of [a, b]) all.push(new Promise((r) => { x.hex.then(() => r(1)); })); export { all };",
        "export const one = new Promise((resolve) => resolve(1));",
    ] {
        is_clean(text);
    }
}

#[test]
fn changes_of_arguments_are_found_if_calls_share_them() {
    races(
        "async function fill(o, k) { o[k] = await make(k).hex; } const o = {};\nawait Promise.all([fill(o, \"c\"), fill(o, \"d\")]); export const v = Object.keys(o);",
    );
    races(
        "async function fill(o, k) { o[k] = await make(k).hex; } const o = {};\nawait Promise.all([\"c\", \"d\"].map((k) => fill(o, k))); export const v = Object.keys(o);",
    );
    races(
        "async function add(list, x) { for (const y of [x]) list.push(await y.hex); } const all = [];\nawait Promise.all([add(all, a), add(all, b)]); export const v = all;",
    );
    races(
        "class Log { all = []; async add(x) { this.all.push(await x.hex); } } const log = new Log();\nawait Promise.all([log.add(a), log.add(b)]); export const v = log.all;",
    );
    races(
        "const box = {}; a.hex.then((k) => { box.last = k; }); b.hex.then((k) => { box.last = k; }); export const v = box;",
    );
    races(
        "const box = { last: 0 }; a.hex.then((k) => { box.last = k; }); export const v = b.hex.then(() => box.last);",
    );
    is_clean(
        "async function fill(o, k) { o[k] = await make(k).hex; } const o = {};\nawait fill(o, \"c\"); await fill(o, \"d\"); export const v = Object.keys(o);",
    );
    is_clean(
        "async function fill(o, x) { o.k = await x.hex; return o; }\nexport const v = await Promise.all([fill({}, a), fill({}, b)]);",
    );
    is_clean(
        "async function all(list) { const found = []; for (const x of list) found.push(await x.hex); return found; }\nexport const v = await Promise.all([all([a]), all([b])]);",
    );
}

#[test]
fn changes_of_what_the_callback_made_are_no_findings() {
    for (state, count) in COUNTERS {
        // The state is made where the code runs.
        let inside = format!("(() => {{ {state} return {count}; }})()");
        is_clean(&CALLBACKS.replace('$', &inside));
    }
    for text in [
        "const merge = (x, y) => { const out = {}; for (const [k, v] of Object.entries({ ...x, ...y })) out[k] = v; return out; };\nconst base = merge({ a: 1 }, {});\nexport const v = [a, b].map((x) => x.hex.then((k) => merge(base, { k })));",
        "const base = [1]; export const v = [a, b].map((x) => x.hex.then((k) => { const own = base.slice(); own.push(k); return own; }));",
        "const base = [1]; export const v = [a, b].map((x) => x.hex.then((k) => { const own = [...base]; own.push(k); own.sort(); return own; }));",
        "const base = { in: { n: 1 } }; export const v = [a, b].map((x) => x.hex.then((k) => { const own = structuredClone(base); own.in.n++; own.k = k; return own; }));",
        "class Text { parts = []; add(it) { this.parts.push(it); return this; } } export const v = [a, b].map((x) => x.hex.then((k) => new Text().add(k).add(k).parts));",
        "class Site { constructor(x) { x.hex.then((k) => { this.url = k; }); } } export const v = [new Site(a), new Site(b)];",
        "const results = []; await Promise.all([a, b].map(async (x, i) => { results[i] = await x.hex; })); export const v = results;",
        "const re = /a/; export const v = [a, b].map((x) => x.hex.then((k) => re.test(k)));",
        "const re = /a/g; export const v = [a, b].map((x) => x.hex.then((k) => k.replace(re, \"b\")));",
        "const s = { n: 0 }; const bump = () => s.n++; bump(); bump(); export const v = a.hex.then((k) => k + s.n);",
        "function* all() { yield 1; } export const v = [a, b].map((x) => x.hex.then((k) => [...all(), k]));",
    ] {
        is_clean(text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_race_is_found_however_it_is_written(
        (state, count) in prop::sample::select(COUNTERS),
        twice in prop::sample::select(TWICE),
        ways in prop::collection::vec(prop::sample::select(&[
            "(() => $)()",
            "[0].map(() => $)[0]",
            "((f) => f())(() => $)",
            "({ f: () => $ }).f()",
            "(true && $)",
            "`x` + $",
            "[$][0]",
            "(function f(n) { return n ? f(n - 1) : $; })(1)",
        ][..]), 0..3),
    ) {
        let code = ways.iter().fold((*count).to_owned(), |code, way| way.replace('$', &code));
        let text = format!("{TWO}{state}\n{}\n", twice.replace('$', &code));
        let all = found(&text);
        prop_assert!(all.iter().any(|it| it.starts_with("LJ007")), "{text}{all:?}");
    }
}
